// SPDX-License-Identifier: MIT
// What is known about programs by name: one table of tools and what they are for, one of everyday
// programs and what their end means, one of programs that start others. Goals, tasks, claims, lint,
// runners and init all ask here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assay::format::tools {

/// True if `name` is one of `names`, which are separated, preceded and followed by spaces.
bool lists(std::string_view names, std::string_view name);

/// What follows the last slash.
std::string_view base_name(std::string_view path);

inline bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

/// The words of a simple command without its assignments; quotes are gone.
using Argv = std::span<const std::string_view>;

// ---- tools

enum class Purpose : std::uint8_t { other, setup, build, format, typecheck, lint, test };

/// Where a tool is told what to do.
enum class Asked : std::uint8_t {
  never,        ///< it does the one thing it is for
  verb,         ///< by its first plain word, or a listed option before it: `cargo test`
  words,        ///< by any of its words: `mvn -q verify`
  target,       ///< by names of targets, which projects choose: `make check`
  script,       ///< by names of scripts of the project, behind `run` or alone: `yarn test`
  environment,  ///< by the names of environments: `tox -e lint`
};

/// What its name means in a sentence of somebody who writes about commands.
enum class Spoken : std::uint8_t {
  command,  ///< the command
  worded,   ///< the command if other words follow: `node x.js`
  english,  ///< the same, but a sentence may begin with it: "next", "stack"
  never,    ///< a word like others: "standard", "robot"
};

struct Tool {
  std::string_view names;            ///< " pytest py.test "
  Purpose purpose = Purpose::other;  ///< unless a word says otherwise
  Asked asked = Asked::never;
  std::string_view verbs = {};     ///< " test=test clippy=lint "
  std::string_view tests_on = {};  ///< words that are no test run, but run tests on their way
  Spoken spoken = Spoken::command;
};

/// Every tool, each name once.
std::span<const Tool> all_tools();
/// By its name or path (`.venv/bin/pytest`); null if nobody knows it.
const Tool* find_tool(std::string_view program);

/// What the command is for, seen through programs that start others.
Purpose purpose_of(Argv words);
/// By the name of a script, target or task: "test:unit" is a test.
Purpose purpose_of_name(std::string_view name);
/// The same for targets of build files, where "check" and "verify" are test runs.
Purpose purpose_of_target(std::string_view name);
/// A test run, or something on whose way tests run: `gradle build`.
bool includes_tests(Argv words);

/// What a word means at the beginning of a text: of a tool, an everyday program, a launcher or a
/// word of the shell; `never` if it is none of them.
Spoken spoken_of(std::string_view word);

// ---- everyday programs

enum class Trait : std::uint16_t {
  harmless = 1,    ///< no test can have run
  reader = 2,      ///< behind a pipe it fails only with what it reads from
  shows = 4,       ///< shows or tidies up; its status is no check of anything
  answers = 8,     ///< the same behind a failure
  prepares = 16,   ///< prepares the ground for what follows
  prints = 32,     ///< cuts, moves or prints text: no test run
  compares = 64,   ///< can say no, but runs no tests either
  talks = 128,     ///< its words are text, whatever they look like
  scene = 256,     ///< changes the shell for what follows, so it means nothing alone
  succeeds = 512,  ///< ends with 0 whatever happens
  spoken = 1024,   ///< people write it in sentences and mean the command
};

bool has_trait(std::string_view program, Trait trait);

// ---- programs that start others

struct Launcher {
  std::string_view programs;
  std::string_view verbs = {};   ///< one of them must follow; empty: none needed
  std::string_view valued = {};  ///< options whose value is the next word
  int operands = 0;              ///< words before the command: `timeout 5 make`
  bool wrapper = false;          ///< changes how the command runs, not where it comes from: `env`
};

/// The wrapper of that name; null if it is none.
const Launcher* find_wrapper(std::string_view program);
/// Where the launched program stands: 2 for `poetry run pytest`, 0 if the words launch nothing.
std::size_t launched_at(Argv words);
/// Behind all launchers, wrappers and assignments; `sudo` and its like stay if asked for.
enum class Privileged : bool { seen_through, kept };
Argv bare_words(Argv words, Privileged privileged = Privileged::seen_through);

bool is_shell(std::string_view program);
/// Interpreters of scripts: python3.11, node, ruby, php, perl.
bool is_interpreter(std::string_view program);
bool is_python(std::string_view program);
/// "jest" for "jest.js", "manage" for "manage.py".
std::string_view without_script_ending(std::string_view name);

}  // namespace assay::format::tools
