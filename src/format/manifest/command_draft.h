// SPDX-License-Identifier: MIT
// One command of a manifest while it is being read, from JSON or YAML: the keys, their types and
// their rules, once for both.
#pragma once

#include "core/verify/manifest.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// A value as the file gives it. `text` is set for every scalar.
struct Given {
  enum class Kind : std::uint8_t { null, boolean, integer, real, text, list, object };

  Kind kind = Kind::null;
  std::string_view text;
  bool truth = false;
  std::int64_t integer = 0;
  /// YAML: `id: 7` and `env: {CI: true}` mean texts, whatever YAML calls them.
  bool scalars_are_text = false;

  bool is_text() const {
    const bool scalar = kind == Kind::boolean || kind == Kind::integer || kind == Kind::real;
    return kind == Kind::text || (scalars_are_text && scalar);
  }
};

/// What is wrong, as a sentence without a subject: "must be an integer, not a string". Empty:
/// nothing.
using Objection = std::string;

enum class CommandKey : std::uint8_t {
  id,
  command,
  stage,
  gate_type,
  parallel_safe,
  mutates_workspace,
  required,
  must_be_effective,
  timeout_seconds,
  allow_zero_tests,
  report,
  env,
  retry_on,
  timeout,  ///< assay.yaml only
};

/// Where a command comes from decides which keys it may have.
enum class Origin : std::uint8_t { manifest, config };

std::optional<CommandKey> command_key(std::string_view name, Origin origin);
std::string_view to_text(CommandKey key);
/// The keys a person may write, for suggestions.
std::vector<std::string_view> command_keys(Origin origin);

class CommandDraft {
 public:
  /// Notes that the key was met; false if it was met before.
  bool meet(CommandKey key);
  bool met(CommandKey key) const { return (met_ & bit(key)) != 0; }

  /// For every key but env and retry_on.
  Objection put(CommandKey key, const Given& given);
  Objection add_env(std::string_view name, const Given& value);
  Objection add_retry_on(const Given& pattern);

  core::verify::CommandSpec finish();
  const std::string& id() const { return spec_.id; }

 private:
  static std::uint32_t bit(CommandKey key) { return 1U << static_cast<unsigned>(key); }
  Objection put_id(const Given& given);
  Objection put_command(const Given& given);
  Objection put_report(const Given& given);
  Objection put_seconds(const Given& given);

  core::verify::CommandSpec spec_;
  core::verify::CommandExtras extras_;
  std::uint32_t met_ = 0;
};

/// The names that occur more than once; each once. Quick for any number of names.
std::vector<std::string> repeated_names(const std::vector<std::string>& names);

}  // namespace assay::format
