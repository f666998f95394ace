// SPDX-License-Identifier: MIT
// What `assay verify` is asked to run.
#pragma once

#include "base/instant.h"
#include "base/words.h"
#include "core/run/executor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::core::verify {

enum class GateType : std::uint8_t { test, typecheck, lint, build, format, custom };

/// What few commands have. Kept apart so that 100,000 commands do not pay for it.
struct CommandExtras {
  std::string report;
  std::vector<std::pair<std::string, std::string>> env;
  std::vector<std::string> retry_on;
  std::vector<std::string> inputs = {};  ///< globs of files git ignores that the result depends on
  Resources resources = {};              ///< of its job, where it runs on a cluster

  friend bool operator==(const CommandExtras&, const CommandExtras&) = default;
};

struct CommandSpec {
  std::string id;
  std::string command;
  std::int32_t stage = 0;
  GateType gate_type = GateType::custom;
  bool parallel_safe = false;
  bool mutates_workspace = false;
  bool required = true;
  bool must_be_effective = false;  ///< readers fill the default: required and a test gate
  bool allow_zero_tests = false;
  Millis timeout{0};                            ///< 0: the default of the policy
  std::shared_ptr<const CommandExtras> extras;  ///< null: none

  friend bool operator==(const CommandSpec& a, const CommandSpec& b);
};

struct Manifest {
  std::string cwd = ".";  ///< as written: relative to the workspace, or absolute
  std::string run_id;     ///< empty: assay makes one
  std::int32_t flaky_retry_limit = 1;
  std::vector<CommandSpec> commands;

  friend bool operator==(const Manifest&, const Manifest&) = default;
};

enum class FlakyPolicy : std::uint8_t { pass, fail };

/// How a manifest is run: the keys of `verify:` that are not the manifest's own.
struct Policy {
  Millis default_timeout = std::chrono::minutes{30};
  bool stop_after_failed_stage = false;
  FlakyPolicy flaky = FlakyPolicy::pass;
  std::vector<std::string> may_change = {};  ///< globs of files that gates may rewrite
  bool reuse = false;                        ///< what passed on this very tree is not run again
  std::string base = {};            ///< whose failures are old; empty: where the branch began
  std::string known_failures = {};  ///< a file that lists failures that are put up with
  std::vector<std::string> protected_paths = {};  ///< globs of files that decide about work

  friend bool operator==(const Policy&, const Policy&) = default;
};

/// What is protected, as globs from the workspace: where anything is, the file that says so and
/// those it names are as well. Empty: nothing is.
std::vector<std::string> protected_globs(const Policy& policy);

using assay::to_text;

constexpr auto words_of(Of<GateType>) {
  return words<GateType>({{GateType::test, "test"},
                          {GateType::typecheck, "typecheck"},
                          {GateType::lint, "lint"},
                          {GateType::build, "build"},
                          {GateType::format, "format"},
                          {GateType::custom, "custom"}});
}

}  // namespace assay::core::verify
