// SPDX-License-Identifier: MIT
#include "format/runners/started.h"

#include "format/runners/inner_scripts.h"
#include "format/runners/scan.h"
#include "format/shell/invocation.h"
#include "format/shell/parser.h"

#include <algorithm>
#include <array>
#include <optional>

namespace assay::format {
namespace startup {
namespace {

using shell::Command;
using shell::CommandKind;
using shell::List;
using shell::lists;
using shell::Word;
using shell::Words;

constexpr int depth_max = 4;
constexpr std::size_t starts_max = 1000;

/// What prepares the ground and says nothing about tests.
constexpr std::string_view furniture =
    " cd pushd popd export set unset shopt local declare typeset readonly ulimit umask "
    "mkdir rm rmdir chmod chown sleep wait exit return true : trap shift alias hash "
    "type command builtin ";
/// What only shows, cuts or moves text.
constexpr std::string_view printers =
    " cat echo printf tail head sed awk gawk mawk nawk cut tr sort uniq tee tac rev nl paste "
    "column fold fmt ls wc zcat bzcat xzcat gunzip base64 base32 xxd od hexdump strings seq yes "
    "date pwd less more cp mv ln touch install dd gzip bzip2 xz zstd printenv envsubst iconv "
    "expand "
    "unexpand shuf join curl wget uname hostname whoami basename dirname realpath readlink ";
/// What compares, and so can say no, but runs no tests either.
constexpr std::string_view checkers =
    " grep egrep fgrep zgrep rg ag test [ [[ diff cmp comm find jq yq stat file false sha256sum "
    "md5sum ";
/// Programs whose first plain word is another program.
constexpr std::string_view launchers =
    " npx pnpx bunx pnpm-exec cross-env dotenv dotenvx env-cmd c8 nyc catchsegv valgrind "
    "rr strace ltrace winpty arch linux32 linux64 setarch ccache sccache nice ionice ";
/// Tools with a word that says: what follows is a program.
struct Runs {
  std::string_view tool;
  std::string_view words;
};
constexpr std::array<Runs, 22> runs{{
    {"npm", " exec x "},   {"pnpm", " exec dlx "}, {"yarn", " exec dlx "},
    {"bun", " x "},        {"poetry", " run "},    {"uv", " run "},
    {"uvx", " "},          {"pipenv", " run "},    {"hatch", " run "},
    {"pdm", " run "},      {"rye", " run "},       {"pixi", " run "},
    {"conda", " run "},    {"mamba", " run "},     {"micromamba", " run "},
    {"bundle", " exec "},  {"opam", " exec "},     {"rbenv", " exec "},
    {"pyenv", " exec "},   {"direnv", " exec "},   {"mise", " exec x "},
    {"coverage", " run "},
}};
/// Options of launchers and runners whose value is the next word.
constexpr std::string_view valued =
    " -p --package -n --name --with --extra --group --python --env-file -e --env -C --cwd --prefix "
    "--project --directory --workspace -w --filter -F --manifest-path ";
/// Tools whose first plain word names what they do.
constexpr std::string_view many_in_one =
    " cargo mix go swift zig flutter dart deno bun dune stack cabal ng nx turbo lerna php composer "
    "rails rebar3 dotnet meson gradle ant lein sbt xcodebuild pants bazel bazelisk buck2 melos "
    "moon rush grunt gulp ";

bool is_option(const Word& word) { return word.text.size() > 1 && word.text.front() == '-'; }

std::string_view without_ending(std::string_view name) {
  for (const std::string_view ending : {".exe", ".cmd", ".bat", ".js", ".mjs", ".cjs", ".ts", ".py",
                                        ".pyz", ".rb", ".pl", ".phar", ".R", ".lua"}) {
    if (ends_with(name, ending) && name.size() > ending.size())
      return name.substr(0, name.size() - ending.size());
  }
  return name;
}

bool is_python(std::string_view name) {
  return starts_with(name, "python") || starts_with(name, "pypy") || name == "py";
}

/// The code without what stands in quotes, so that a printed "import" is none.
std::string without_strings(std::string_view code) {
  std::string out;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c != '\'' && c != '"') {
      out.push_back(c);
      continue;
    }
    const std::size_t first = i;
    for (++i; i < code.size() && code[i] != c; ++i) {
      if (code[i] == '\\') ++i;
    }
    if (i == first + 1 && i + 1 < code.size() && code[i + 1] == c) {  // """text"""
      const std::size_t end = code.find(std::string(3, c), i + 2);
      i = end == std::string_view::npos ? code.size() : end + 2;
    }
    out.push_back('_');
  }
  return out;
}

/// A script on the command line that loads nothing and starts nothing can only print.
bool only_prints(std::string_view code) {
  std::string plain(code);
  for (const std::string_view harmless :
       {"require('fs')", "require(\"fs\")", "require('node:fs')", "require(\"node:fs\")",
        "require('path')", "require('os')"}) {
    for (std::size_t at = plain.find(harmless); at != std::string::npos; at = plain.find(harmless))
      plain.erase(at, harmless.size());
  }
  std::string bare = without_strings(plain);
  for (const std::string_view harmless : {"import sys", "import os", "import time", "import io",
                                          "import re", "import json", "import textwrap"}) {
    for (std::size_t at = bare.find(harmless); at != std::string::npos; at = bare.find(harmless)) {
      const std::size_t end = at + harmless.size();
      const bool is_word = end == bare.size() || bare[end] == ';' || bare[end] == '\n' ||
                         bare[end] == ',' || bare[end] == ' ';
      if (!is_word) break;
      bare.erase(at, harmless.size());
    }
  }
  for (const std::string_view sign :
       {"import", "require", "exec", "eval", "spawn", "system", "popen", "load", "fork", "run", "`",
        "$(", "Popen", "include", "source", "use ", "do_file", "dofile"}) {
    if (contains(bare, sign)) return false;
  }
  return true;
}

class StartReader {
 public:
  explicit StartReader(const ReadWorkFile& read) : read_(read) {}

  void text(std::string_view script, int depth) {
    if (depth > depth_max || script.size() > (std::size_t{1} << 20)) {
      opaque();
      return;
    }
    const shell::Parsed parsed = shell::parse(
        script, {.base = 0, .end = static_cast<std::uint32_t>(script.size()), .exact = false});
    if (parsed.error) opaque();
    list(parsed.list, depth);
  }

  Started take() {
    Started out;
    out.names = std::move(names_);
    out.written = std::move(written_);
    out.starts = starts_;
    if (starts_ == 0 && !opaque_) out.text_tool = first_text_;
    return out;
  }

 private:
  void opaque() {
    opaque_ = true;
    ++starts_;
  }

  void list(const List& list, int depth) {
    for (const shell::Item& item : list.items) {
      for (const Command& command : item.commands) one(command, depth);
    }
  }

  void one(const Command& command, int depth) {
    if (starts_ > starts_max) return;
    for (const Word& word : command.words) {
      for (const shell::Substitution& inner : word.substitutions) substituted(inner.list, depth);
    }
    switch (command.kind) {
      case CommandKind::simple: simple(command, depth); return;
      case CommandKind::test:
      case CommandKind::arithmetic: checks(depth, "test"); return;
      case CommandKind::loop:
      case CommandKind::each: {
        const std::size_t before = starts_;
        for (const List& part : command.parts) list(part, depth);
        if (starts_ > before) starts_ += starts_ - before;
        if (depth > 0) opaque_ = true;
        return;
      }
      case CommandKind::branch:
      case CommandKind::choice:
      case CommandKind::function:
      case CommandKind::coproc:
        if (depth > 0) opaque_ = true;  // a script with a will of its own
        [[fallthrough]];
      case CommandKind::group:
      case CommandKind::subshell:
        for (const List& part : command.parts) list(part, depth);
        return;
    }
  }

  /// `$(...)` gives words, not output; what it starts counts all the same.
  void substituted(const List& inner, int depth) { list(inner, depth); }

  void text_tool(std::string_view name) {
    if (first_text_.empty()) first_text_ = name;
  }

  /// In a script of its own a comparison is the project's way to test; on the command line it is no
  /// test run.
  void checks(int depth, std::string_view name) {
    if (depth > 0) opaque_ = true;
    text_tool(name);
  }

  void simple(const Command& command, int depth) {
    const Words all(command.words.data() + command.assignments,
                    command.words.size() - command.assignments);
    const Words words = shell::resolve(all).words;
    if (words.empty()) return;
    if (files_ == 0 && words.data() != all.data()) written_.push_back(all.front().text);
    if (const auto script = shell::find_script(words)) {
      if (script->text != nullptr && script->text->literal) {
        text(script->text->text, depth + 1);
      } else {
        opaque();
      }
      return;
    }
    if (words.front().is("eval") && words.size() > 1) {
      std::string joined;
      for (const Word& word : words.subspan(1)) joined += word.text + " ";
      text(joined, depth + 1);
      return;
    }
    if (shell::reads_script_from_input(words)) {
      fed(command, depth);
      return;
    }
    started(command, words, depth);
  }

  /// `bash <<E`, `python3 - <<E`: the text that is fed is the script.
  void fed(const Command& command, int depth) {
    for (const shell::Redirection& redirection : command.redirections) {
      if (redirection.body) return text(redirection.body->text, depth + 1);
      if (redirection.op == shell::TokenKind::here_string)
        return text(redirection.target.text, depth + 1);
    }
    opaque();
  }

  void started(const Command& command, Words words, int depth) {
    const Word& first = words.front();
    if (files_ == 0 && written_.size() < starts_max) written_.push_back(first.text);
    if (!first.literal) {
      module_of(words);
      ++starts_;
      return;
    }
    const std::string_view base = shell::base_name(first.text);
    const bool plain = shell::program_name(first) == base;
    if (plain && lists(furniture, base)) {
      if (base == "cd" && words.size() > 1) enter(words[1].text);
      return;
    }
    if (plain && lists(printers, base)) return text_tool(base);
    if (plain && lists(checkers, base)) {
      if (base == "find" && has(words, "-exec", "-execdir", "-ok")) ++starts_;
      return checks(depth, base);
    }
    if (base == "source" || base == ".") {
      const bool activates = words.size() > 1 && ends_with(words[1].text, "activate");
      opaque_ = opaque_ || !activates;
      return;
    }
    if (base == "git" && words.size() > 1 && !lists(" bisect submodule ", words[1].text))
      return text_tool(base);
    if (plain && base == "xargs") return behind(command, words.subspan(1), depth);
    const std::string name(without_ending(base));
    add(name == "py.test" ? "pytest" : name);
    if (name != base) add(std::string(base));
    if (is_python(name) || lists(" node nodejs ruby php perl bun deno ", name)) {
      if (interpreted(command, words, name)) return;
    }
    if (name == "java") java(words);
    if (lists(launchers, name) && words.size() > 1) return behind(command, words.subspan(1), depth);
    if (const Words rest = run_by(name, words); !rest.empty()) return behind(command, rest, depth);
    if (lists(many_in_one, name)) subcommand(words);
    if (inner(words, depth)) return;
    ++starts_;
  }

  static bool has(Words words, std::string_view a, std::string_view b, std::string_view c) {
    return std::any_of(words.begin(), words.end(), [&](const Word& word) {
      return word.text == a || word.text == b || word.text == c;
    });
  }

  /// The program behind a launcher and its options.
  void behind(const Command& command, Words words, int depth) {
    std::size_t i = 0;
    for (; i < words.size(); ++i) {
      if (words[i].is("--")) continue;
      if (is_option(words[i])) {
        if (lists(valued, words[i].text)) ++i;
        continue;
      }
      if (!words[i].assignment) break;
    }
    if (i >= words.size()) {
      ++starts_;
      return;
    }
    const Words inside = shell::resolve(words.subspan(i)).words;
    if (inside.empty()) {
      ++starts_;
      return;
    }
    if (const auto script = shell::find_script(inside); script && script->text != nullptr) {
      return text(script->text->text, depth + 1);
    }
    started(command, inside, depth);
  }

  /// What follows `poetry run`, `bundle exec` and their like; empty if it is no such call.
  static Words run_by(std::string_view name, Words words) {
    const auto* known =
        std::find_if(runs.begin(), runs.end(), [&](const Runs& one) { return one.tool == name; });
    if (known == runs.end()) return {};
    if (known->words == " ") return words.subspan(1);
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (is_option(words[i])) {
        if (lists(valued, words[i].text)) ++i;
        continue;
      }
      if (!lists(known->words, words[i].text)) return {};
      return words.subspan(i + 1);
    }
    return {};
  }

  void subcommand(Words words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (is_option(words[i]) || starts_with(words[i].text, "+")) continue;
      if (words[i].literal) add(words[i].text);
      return;
    }
  }

  /// `java -cp x org.junit.runner.JUnitCore Foo`, `java -jar junit-platform-console.jar`.
  void java(Words words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& text = words[i].text;
      if (lists(" -cp -classpath --class-path -p --module-path ", text)) {
        ++i;
        continue;
      }
      if (is_option(words[i])) continue;
      const std::string_view last = std::string_view(text).substr(text.rfind('.') + 1);
      add(std::string(last));
      if (contains(text, "junit-platform-console")) add("ConsoleLauncher");
      if (contains(text, "testng") || last == "TestNG") add("testng");
      return;
    }
  }

  /// `-m unittest`, wherever the program's own name comes from.
  bool module_of(Words words) {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (!is_option(words[i])) return false;
      if (words[i].text == "-X" || words[i].text == "-W") ++i;  // python's own, with a value
      if (words[i].text != "-m") continue;
      const std::string& module = words[i + 1].text;
      add(module);
      if (const std::size_t dot = module.find('.'); dot != std::string::npos) {
        add(module.substr(0, dot));
        add(module.substr(module.rfind('.') + 1));
      }
      return true;
    }
    return false;
  }

  /// True if the whole is decided: a script on the command line that can only print.
  bool interpreted(const Command& command, Words words, std::string_view name) {
    if (is_python(name) && module_of(words)) {
      if (names_.back() == "coverage") coverage(words);
      return false;
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& text = words[i].text;
      const bool inline_code =
          text == "-c" || text == "-e" || text == "-p" || text == "-r" || text == "--eval";
      const bool bundled =
          is_option(words[i]) && text[1] != '-' && text.back() == 'e' && lists(" perl ruby ", name);
      // `perl -pe1 file`: the code stands in the option itself.
      const std::size_t joined = text.find('e');
      const bool in_place = lists(" perl ruby ", name) && is_option(words[i]) && text[1] != '-' &&
                            joined != std::string::npos && joined + 1 < text.size() &&
                            text.find_first_of("pn") < joined;
      if (in_place && only_prints(std::string_view(text).substr(joined + 1))) {
        text_tool(name);
        return true;
      }
      const bool is_code =
          is_python(name) ? text == "-c" : (inline_code && text != "-c") || bundled;
      if (is_code && i + 1 < words.size()) return code(words[i + 1], name);
      if (text == "-") return fed_code(command, name);
      if (text == "-X" || text == "-W") ++i;
      if (i >= words.size() || is_option(words[i])) continue;
      if (words[i].literal && only_shows(text)) {
        text_tool(name);
        return true;
      }
      add(std::string(without_ending(shell::base_name(text))));
      return false;
    }
    return words.size() == 1 && fed_code(command, name);
  }

  /// A script of the workspace that loads nothing, starts nothing and asks nothing.
  bool only_shows(const std::string& path) const {
    if (!read_ || path.empty() || path.front() == '/') return false;
    const std::string script = read_(folder_ + (starts_with(path, "./") ? path.substr(2) : path));
    if (script.empty() || script.size() > 4096 || !only_prints(script)) return false;
    const std::string bare = without_strings(script);
    const std::initializer_list<std::string_view> questions = {
        "assert", "if", "==", "exit", "raise", "throw", "die", "expect", "?", "def ", "function"};
    return std::none_of(questions.begin(), questions.end(),
                        [&](std::string_view sign) { return contains(bare, sign); });
  }

  bool code(const Word& script, std::string_view name) {
    if (!script.literal || !only_prints(script.text)) return false;
    text_tool(name);
    return true;
  }

  bool fed_code(const Command& command, std::string_view name) {
    for (const shell::Redirection& redirection : command.redirections) {
      if (redirection.body) return code(*redirection.body, name);
    }
    return false;
  }

  /// `python -m coverage run -m pytest`.
  void coverage(Words words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].text == "run") module_of(words.subspan(i));
    }
  }

  void enter(const std::string& folder) {
    folder_ = folder.empty() || folder.front() == '/' ? folder + "/" : folder_ + folder + "/";
  }

  /// Looks into the script that the words name. False if there is none to be read.
  bool inner(Words words, int depth) {
    if (!read_ || depth >= depth_max) return false;
    std::vector<std::string> plain;
    for (const Word& word : words) plain.push_back(word.literal ? word.text : "");
    const auto scripts = inner_scripts(plain, [&](const std::string& path) {
      if (path.empty() || path.front() == '/') return std::string();
      return read_(folder_ + (starts_with(path, "./") ? path.substr(2) : path));
    });
    if (!scripts) return false;
    const std::string before = folder_;
    for (const InnerScript& script : *scripts) {
      if (!script.folder.empty()) enter(script.folder);
      ++files_;
      text(script.text, depth + 1);
      --files_;
      folder_ = before;
    }
    return true;
  }

  void add(std::string name) {
    if (names_.size() < starts_max) names_.push_back(std::move(name));
  }

  const ReadWorkFile& read_;
  std::vector<std::string> names_;
  std::vector<std::string> written_;
  int files_ = 0;  // scripts of the workspace that are open
  std::size_t starts_ = 0;
  std::string first_text_;
  std::string folder_;
  bool opaque_ = false;
};

}  // namespace
}  // namespace startup

bool Started::names_program(std::string_view name) const {
  return !name.empty() && std::find(names.begin(), names.end(), name) != names.end();
}

Started read_started(std::string_view command, const ReadWorkFile& read) {
  startup::StartReader reader(read);
  reader.text(command, 0);
  return reader.take();
}

}  // namespace assay::format
