// SPDX-License-Identifier: MIT
// What a command starts is often written elsewhere: in a script, in package.json, in a Makefile.
// These readers find that text, so that the same rules hold for it.
#pragma once

#include "format/shell/invocation.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

/// Reads a file of the workspace; nothing if there is none, or it is no text of moderate size.
/// Paths are relative to where the command runs.
using Sources = std::function<std::optional<std::string>(const std::string& path)>;

/// A piece of shell text, and where it stands: "package.json, script test".
struct Piece {
  std::string text;
  std::string place;
  bool ignored = false;  ///< its status is thrown away by whoever runs it: make's `-`
  bool beside = false;   ///< runs before or after the one that was asked for, and may be lenient
};

/// True if the text is a script for a shell; `bash` says for which.
enum class ScriptKind { none, bash, other_shell };
ScriptKind script_kind(std::string_view text, std::string_view path);

/// The script file that the words hand to a shell, or start themselves: `sh run.sh`, `./run.sh`.
const Word* script_file(Words words);

/// What `npm test`, `yarn lint`, `pnpm run x` run, in order; empty if it is not one of them or
/// cannot be read.
std::vector<Piece> package_scripts(Words words, const std::string& folder, const Sources& sources);

/// The lines of the recipes that `make x` runs, as far as they can be read without make.
struct Recipes {
  std::vector<Piece> lines;
  std::string ignores;        ///< what makes make pass over failures: ".IGNORE", "MAKEFLAGS += -i"
  bool needs_others = false;  ///< other targets with recipes run before
};
std::optional<Recipes> make_recipes(Words words, const std::string& folder, const Sources& sources);

}  // namespace assay::format::shell
