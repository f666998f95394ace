// SPDX-License-Identifier: MIT
// The programs and files that a command needs, as its words tell: those of the command itself, of
// scripts it starts, of package scripts, makefiles and their like.
#pragma once

#include "format/shell/sources.h"

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

/// A name to be looked for on PATH, or a path with a slash in it.
struct Started {
  std::string word;
  std::string folder;  ///< from where it is started, as seen from where the command runs

  friend auto operator<=>(const Started&, const Started&) = default;
};

/// What every simple command in the text starts, behind `env`, `timeout`, `npx` and their like, and
/// the files it is given; the same for every text that it leads to, as far as `sources` has it.
/// Sorted, each once. Words that are known only while it runs, and files that it writes, are left
/// out.
std::vector<Started> started_by(std::string_view command, const Sources& sources);

}  // namespace assay::format::shell
