// SPDX-License-Identifier: MIT
// One command of a manifest while it is being read, from JSON or YAML: the keys, their types and
// their rules, once for both.
#pragma once

#include "core/verify/manifest.h"
#include "format/keys/given.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Where a command comes from decides which keys it may have.
enum class Origin : std::uint8_t { manifest, config };

class CommandDraft;

/// A key of a command, from the key list of core/verify/records.h.
struct CommandKey {
  std::string_view name;
  std::string_view only;  ///< the one file in which it may stand; empty: any
  bool required = false;
  Objection (*put)(CommandDraft& draft, const Given& given) = nullptr;
  /// Not null where the value is an object, or a list: for each of its parts.
  Objection (*add_member)(CommandDraft& draft, std::string_view name, const Given& value) = nullptr;
  Objection (*add_item)(CommandDraft& draft, const Given& value) = nullptr;
};

/// Null: there is no such key.
const CommandKey* command_key(std::string_view name, Origin origin);
/// The keys a person may write, for suggestions.
std::vector<std::string_view> command_keys(Origin origin);

class CommandDraft {
 public:
  /// Notes that the key was met; false if it was met before.
  bool meet(const CommandKey& key);
  bool met(std::string_view name) const;
  /// Keys that a command must have and that were not met.
  std::vector<std::string_view> missing() const;

  /// A value that is neither object nor list, where the key wants one of these: what is wrong.
  Objection put(const CommandKey& key, const Given& given) { return key.put(*this, given); }

  core::verify::CommandSpec finish();
  const std::string& id() const { return spec_.id; }

  core::verify::CommandSpec& spec() { return spec_; }
  core::verify::CommandExtras& extras() { return extras_; }

 private:
  core::verify::CommandSpec spec_;
  core::verify::CommandExtras extras_;
  std::uint32_t met_ = 0;
};

/// The names that occur more than once; each once. Quick for any number of names.
std::vector<std::string> repeated_names(const std::vector<std::string>& names);

}  // namespace assay::format
