// SPDX-License-Identifier: MIT
// What keeps attempts from what decides about them, as far as this machine can: rooms (os/room.h)
// where user namespaces are allowed, Landlock where they are not. Says in a word how far that goes.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/os/room.h"
#include "core/ask/process.h"
#include "core/run/isolation.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::process {

/// What there is on this machine, from the least to the most.
enum class Means : std::uint8_t {
  none,
  landlock,
  mounts,  ///< rooms whose processes are those of the machine
  rooms,
};

struct SeclusionOrder {
  core::Isolation wanted = {};
  std::string workspace = {};
  std::string state_dir = {};
  std::vector<std::string> own_dirs = {};  ///< of assay: made if they are not there, and covered
  std::string config_dir = {};             ///< likewise; stays empty inside
  std::string log_dir = {};
  std::string observer = {};  ///< folder that shells read and write in; empty: none
};

/// Where one attempt runs.
struct Cell {
  std::shared_ptr<os::Room> room = {};         ///< null: here
  std::shared_ptr<os::Descriptor> rules = {};  ///< null: none
  /// What an assay inside is told: that it is, and where its own state can be.
  std::vector<std::pair<std::string, std::string>> env = {};
  bool isolated() const { return room || rules; }
};

/// Of attempts: they are kept from the state of who started them.
constexpr const char* isolated_variable = "ASSAY_ISOLATED";

/// What is missing for "full", in words; pure.
struct Shortfall {
  Means means = Means::rooms;
  int landlock = 0;  ///< its edition
  core::Network network = core::Network::on;
  bool docker = false;   ///< its socket can be written
  bool root = false;     ///< attempts are root, whom the kernel's own settings obey
  bool system = false;   ///< and may write what root runs outside
  bool linked = false;   ///< the way to the state leads over a link that we could replace
  std::string why = {};  ///< there is nothing better
};
std::string word_for(const Shortfall& missing);

/// The folder below `state_dir` that the copy at `directory` is; `directory` itself if it is none.
std::string copy_root(const std::string& directory, const std::string& state_dir);

class Seclusion {
 public:
  /// Finds out what can be had, by having it.
  static Seclusion open(SeclusionOrder order);
  Seclusion() = default;

  /// An attempt that cannot be given what its run has is not started.
  Result<Cell> cell_for(const core::Launch& launch);

  /// "full", "partial: ...", "none", "none: ...".
  std::string gates() const { return word_of(order_.wanted.network.gates, wants_gates()); }
  std::string agents() const { return word_of(order_.wanted.network.agents, wants_agents()); }

  /// Those that there are.
  std::vector<std::shared_ptr<os::Room>> rooms() const;

 private:
  struct Known {
    std::string key;
    Cell cell;
  };

  bool wants_gates() const { return order_.wanted.gates != core::GateIsolation::none; }
  core::Network network_of(bool gate) const {
    return gate ? order_.wanted.network.gates : order_.wanted.network.agents;
  }
  bool wants_agents() const { return order_.wanted.agents != core::AgentIsolation::none; }
  /// The copy that it is in, below what is covered; empty: it is in none.
  const std::string& root_of(const std::string& cwd);
  std::string key_of(bool gate, const std::string& root) const;
  Cell told(Cell cell) const;
  bool writes_system() const;
  std::string word_of(core::Network network, bool wanted) const;
  Result<Cell> make(core::Network network, const std::string& directory) const;
  Result<Cell> make_with_landlock(core::Network network, const os::RoomOrder& room) const;
  os::RoomOrder room_for(core::Network network, const std::string& directory) const;
  std::vector<std::string> resolved(const std::vector<std::string>& paths) const;

  SeclusionOrder order_;
  Means means_ = Means::none;
  bool linked_ = false;
  bool docker_ = false;
  std::string why_;
  std::vector<std::string> covered_;                ///< where copies can be
  std::pair<std::string, std::string> last_root_;   ///< of which directory, and what it is
  std::shared_ptr<const std::string> spare_state_;  ///< folder for an assay inside; goes with us
  std::vector<Known> known_;
};

}  // namespace assay::process
