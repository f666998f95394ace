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

/// `name` as seen from `folder`.
std::string path_in(const std::string& folder, std::string_view name);

/// A piece of text that a program runs, and where it stands: "package.json, script test".
struct Piece {
  std::string text;
  std::string place;
  std::string ignored;    ///< by what its status is thrown away: "the `-` in front"; else empty
  bool beside = false;    ///< runs before or after what was asked for
  bool errexit = false;   ///< its shell stops at the first failure
  bool bash = false;      ///< its shell is a bash that reports failures
  bool no_shell = false;  ///< it is started as it is: `||` and `;` mean nothing in it
};

/// What a program runs that stands in a file of the workspace.
struct Carried {
  std::vector<Piece> pieces;
  std::string folder;          ///< where they run
  bool decisive = false;       ///< what was asked for counts, whatever runs beside it
  bool needs_unknown = false;  ///< something runs as well that could not be read
};

/// True if the text is a script for a shell; `bash` says for which.
enum class ScriptKind { none, bash, other_shell };
ScriptKind script_kind(std::string_view text, std::string_view path);

/// The script file that the words hand to a shell, or start themselves: `sh run.sh`, `./run.sh`.
const Word* script_file(Words words);

/// What `npm test`, `make check`, `tox`, `composer test`, `just lint`, `task build`, `nox` run;
/// nothing if the words start no such program, or what it would run cannot be read.
std::optional<Carried> carried_by(Words words, const std::string& folder, const Sources& sources);

/// A setting in a file of the workspace by which the program passes over failures or runs nothing:
/// "pom.xml: `<testFailureIgnore>true` makes it succeed whatever fails"; empty if there is none.
std::string lenient_setting(Words words, const std::string& folder, const Sources& sources);

/// The program and its arguments behind `python -m`, `poetry run`, `npx` and their like.
Words launched_words(Words words);

}  // namespace assay::format::shell
