// SPDX-License-Identifier: MIT
// What keeps attempts from the ledger, the keys and the logs: what a run asks for, as it was told
// when it began, and what it got.
#pragma once

#include "base/record.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core {

enum class AgentIsolation : std::uint8_t { full, none };

/// From the strictest to the loosest.
enum class GateIsolation : std::uint8_t {
  sealed,  ///< in a copy that no agent could write; else as full
  full,
  none,
};

/// From the loosest to the strictest.
enum class Network : std::uint8_t { on, loopback, off };

/// Of root's attempts: those of others could write no folder of the machine anyway. From the
/// strictest to the loosest.
enum class SystemFolders : std::uint8_t { read_only, writable };

constexpr auto words_of(Of<SystemFolders>) {
  return words<SystemFolders>(
      {{SystemFolders::read_only, "read_only"}, {SystemFolders::writable, "writable"}});
}

constexpr auto words_of(Of<AgentIsolation>) {
  return words<AgentIsolation>({{AgentIsolation::full, "full"}, {AgentIsolation::none, "none"}});
}

constexpr auto words_of(Of<GateIsolation>) {
  return words<GateIsolation>({{GateIsolation::full, "full"},
                               {GateIsolation::sealed, "sealed"},
                               {GateIsolation::none, "none"}});
}

constexpr auto words_of(Of<Network>) {
  return words<Network>(
      {{Network::on, "on"}, {Network::loopback, "loopback"}, {Network::off, "off"}});
}

struct Networks {
  Network agents = Network::on;
  Network gates = Network::on;

  friend bool operator==(const Networks&, const Networks&) = default;
};

constexpr auto fields_of(Of<Networks>) {
  return record<Networks>(
      field("agents", &Networks::agents, "Of agents, judges and set-ups: on, loopback or off."),
      field("gates", &Networks::gates, "Of gates: on, loopback (this attempt's own) or off."));
}

/// What a run asks for. Paths are absolute, begin with ~, or are relative to the workspace.
struct Isolation {
  AgentIsolation agents = AgentIsolation::full;
  GateIsolation gates = GateIsolation::full;
  Networks network;
  /// If there are any: nothing else can be written but the workspace and temporary folders.
  std::vector<std::string> write = {};
  std::vector<std::string> hide = {};  ///< beside what is always hidden
  SystemFolders system = SystemFolders::read_only;

  friend bool operator==(const Isolation&, const Isolation&) = default;
};

constexpr Range isolation_paths{0, 256};

constexpr auto fields_of(Of<Isolation>) {
  using Set = Isolation;
  return record<Set>(
      field("agents", &Set::agents,
            "Whether agents, judges and set-ups are kept from ledger, keys, logs and other "
            "workspaces' state: full or none."),
      field("gates", &Set::gates, "Likewise of gates: full, sealed or none."),
      field("network", &Set::network, "What attempts reach beyond their files."),
      field("write", &Set::write, isolation_paths,
            "If given, only these paths, the workspace and temporary folders can be written."),
      field("hide", &Set::hide, isolation_paths,
            "Paths that attempts do not see, beside those of assay."),
      field("system", &Set::system,
            "Whether attempts of root can write folders of the machine (/etc, /usr, crontabs): "
            "read_only or writable."));
}

/// How far attempts were kept away, by its word; nothing for what older releases have written.
enum class Kept : std::uint8_t { from_nothing, in_part, in_full };
inline std::optional<Kept> kept_by(std::string_view word) {
  const bool mixed = word.starts_with("agents ");  // "agents full; gates none"
  if (word == "full") return Kept::in_full;
  if (word.starts_with("partial: ") || (mixed && word.find("full") != word.npos))
    return Kept::in_part;
  if (word == "none" || word.starts_with("none: ") || mixed) return Kept::from_nothing;
  return std::nullopt;
}

/// What both ask for: a workspace's own file, which its agents can write, may ask for more than the
/// user's, never for less.
inline Isolation stricter(const Isolation& users, Isolation own) {
  const auto add = [](std::vector<std::string>& to, const std::vector<std::string>& more) {
    for (const std::string& path : more) {
      if (std::find(to.begin(), to.end(), path) == to.end()) to.push_back(path);
    }
  };
  own.agents = std::min(users.agents, own.agents);
  own.gates = std::min(users.gates, own.gates);
  own.system = std::min(users.system, own.system);
  own.network.agents = std::max(users.network.agents, own.network.agents);
  own.network.gates = std::max(users.network.gates, own.network.gates);
  if (!users.write.empty()) {
    std::erase_if(own.write, [&](const std::string& path) {
      return std::none_of(users.write.begin(), users.write.end(), [&](const std::string& outer) {
        return path == outer || (path.starts_with(outer + "/") && path.find("..") == path.npos);
      });
    });
    if (own.write.empty()) own.write = users.write;
  }
  add(own.hide, users.hide);
  return own;
}

}  // namespace assay::core
