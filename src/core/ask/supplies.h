// SPDX-License-Identifier: MIT
// What working trees and copies get beside what git has of them, as a run was told when it began:
// what an agent writes into the same files later counts for nothing.
#pragma once

#include "base/instant.h"
#include "base/record.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::core {

struct Supplies {
  /// Ignored files that are brought along, as lines of a .gitignore.
  std::vector<std::string> include = {};
  std::string setup = {};  ///< command that makes what is missing; empty: none
  /// Files the set-up depends on, likewise; empty: on everything.
  std::vector<std::string> setup_inputs = {};
  Millis setup_timeout{600'000};
  std::string listed = {};       ///< .worktreeinclude as it was
  std::string environment = {};  ///< digest of the variables that are configured
  /// Of the copy that is supplied, for its set-up: where its home is. Not stored.
  std::vector<std::pair<std::string, std::string>> env = {};

  bool empty() const { return include.empty() && setup.empty() && listed.empty(); }
  friend bool operator==(const Supplies&, const Supplies&) = default;
};

constexpr auto fields_of(Of<Supplies>) {
  using Set = Supplies;
  return record<Set>(field("include", &Set::include), field("setup", &Set::setup),
                     field("setup_inputs", &Set::setup_inputs),
                     field("setup_timeout", &Set::setup_timeout), field("listed", &Set::listed),
                     field("environment", &Set::environment), absent(&Set::env));
}

constexpr auto keys_of(Of<Supplies>) {
  using Set = Supplies;
  return record<Set>(
      field(
          "include", &Set::include,
          "Files that git ignores and copies need, as in .gitignore: .env.test, fixtures/large/."),
      field("setup", &Set::setup, Rule::filled,
            "Command that makes what copies lack, once per digest of its inputs: npm ci."),
      field("setup_inputs", &Set::setup_inputs,
            "Files the set-up depends on, as in .gitignore. Default: every file git sees."),
      field("setup_timeout", &Set::setup_timeout, "Longest run of the set-up."),
      absent(&Set::listed),       // .worktreeinclude
      absent(&Set::environment),  // verify.env
      absent(&Set::env));
}

}  // namespace assay::core
