// SPDX-License-Identifier: MIT
// One line of a script as a candidate for a gate: what it is for, and what speaks against running
// it. Private to format/project.
#pragma once

#include "core/verify/manifest.h"
#include "format/tools/tools.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::project {

/// A simple command of a script. Words have lost their quotes.
struct Simple {
  std::vector<std::string> words;
  std::string text;     ///< as written
  bool literal = true;  ///< without expansions
};

struct Splitting {
  std::vector<Simple> commands;  ///< all of them, also inside loops and branches
  bool plain = true;             ///< one after the other: no loops, branches, pipes, redirections
};

Splitting split_script(std::string_view script);

/// Without `env A=b`, `timeout 5`, `npx`, `uv run`, `bundle exec`, `python -m` and their like.
std::vector<std::string> bare_words(const std::vector<std::string>& words);

using tools::Purpose;
using tools::purpose_of_name;
using tools::purpose_of_target;

Purpose purpose_of(const Simple& command);
std::optional<core::verify::GateType> gate_type_of(Purpose purpose);

enum class Danger : std::uint8_t {
  none,
  outward,   ///< publishes, deploys, pushes, deletes, installs: never proposed
  rewrites,  ///< changes sources
  endless,   ///< a server or a watcher
};

struct Hazard {
  Danger danger = Danger::none;
  std::string why;  ///< "publishes a package"
};

/// The worst that a script does, as far as its text tells.
Hazard hazard_in(std::string_view script);

/// Nothing in it can fail: `echo ok`, `true`.
bool proves_nothing(std::string_view script);

inline std::string_view base_of(std::string_view path) { return tools::base_name(path); }
/// words: " a b c "
inline bool is_one_of(std::string_view word, std::string_view words) {
  return tools::lists(words, word);
}

}  // namespace assay::format::project
