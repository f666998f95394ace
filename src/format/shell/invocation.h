// SPDX-License-Identifier: MIT
// A simple command seen as a call of programs: what is behind wrappers, which script a shell is
// given, what detaches, and which options make a gate lenient.
#pragma once

#include "format/shell/syntax.h"
#include "format/tools/tools.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

using Words = std::span<const Word>;

using tools::base_name;
using tools::lists;

/// The texts alone, as the tables of tools want them.
std::vector<std::string_view> texts_of(Words words);

/// A simple command as seen through `env`, `sudo`, `timeout` and their like.
struct Invocation {
  Words words;                     ///< from the word that decides; may be empty
  const Word* detacher = nullptr;  ///< the word that sends it to the background
  bool replaces_shell = false;     ///< behind `exec`
  bool looks_up = false;           ///< `command -v`, which runs nothing
};

Invocation resolve(Words words);

/// `true` for `true` and `/bin/true`, but not for `./true`; empty if it is not known before
/// running.
std::string_view program_name(const Word& word);

/// A script handed to a shell as a word: `bash -c '...'`, also as arguments of another program.
struct Script {
  const Word* text = nullptr;
  bool errexit = false;
  bool pipefail = false;
  bool bash = true;
  bool remote = false;      ///< runs in a container or on another machine
  bool launched = false;    ///< by a program that we do not know
  bool unobserved = false;  ///< `bash -p`, `bash --posix`: reads no start-up file
};

std::optional<Script> find_script(Words words);

/// True if the words start a shell that reads its script from standard input.
bool reads_script_from_input(Words words);

/// An option and what follows from it.
struct Leniency {
  const Word* option = nullptr;
  std::string_view effect;  ///< "lets the run pass without tests"
};

/// The option that makes the runner accept an empty run.
std::optional<Leniency> find_opt_out(Words words);
/// The option that makes its success mean nothing: it fails never, only lists, or writes down as
/// expected whatever it sees.
std::optional<Leniency> find_hidden_failures(Words words);
/// The same for options of a tool that stand in a file or a variable.
std::optional<std::string_view> find_hostile_option(std::string_view tool, std::string_view text);
/// A `NAME=value` by which a tool passes over failures; what follows from it.
std::optional<std::string_view> find_hostile_assignment(std::string_view text);

/// The word of a program that starts another one and ends well however that ends: `find -exec a
/// \;`.
const Word* find_dropped_status(Words words);

/// A runner of tests that is to run them: not `pytest --version`.
bool is_test_run(const Command& command);

/// A test run, a linter or a program of the workspace whose name says that it checks something:
/// `./check`, `scripts/lint.sh`.
bool is_check_by_name(const Command& command);

/// True for programs that show, ask or tidy up and are no check of anything. `answering`: behind a
/// failure, where more of them only show.
bool is_trivial(Words words, bool answering);
/// `-f x`: whether a file is there says little about what was done before.
bool is_file_test(Words words);

/// Code handed to an interpreter as a word: `python3 -c '...'`.
const Word* find_code(Words words);
enum class CodeKind { unknown, shows_only, drops_status };
CodeKind judge_code(std::string_view program, std::string_view code);
/// True if a script of that language says that it starts other programs.
bool starts_programs(std::string_view program, std::string_view code);
/// The language that a script's first line names; empty if it is none of those that are judged.
std::string_view interpreter_of(std::string_view script);

}  // namespace assay::format::shell
