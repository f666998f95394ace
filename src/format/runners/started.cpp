// SPDX-License-Identifier: MIT
#include "format/runners/started.h"

#include "format/runners/scan.h"
#include "format/shell/invocation.h"
#include "format/shell/parser.h"
#include "format/shell/sources.h"
#include "format/tools/tools.h"

#include <algorithm>
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
using tools::Trait;

constexpr int depth_max = 4;
constexpr std::size_t starts_max = 1000;

bool is_option(const Word& word) { return word.text.size() > 1 && word.text.front() == '-'; }

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

/// Without `require('./log.json')`: what is loaded there is data.
std::string without_data(std::string_view code) {
  std::string out(code);
  for (std::size_t at = out.find("require("); at != std::string::npos;) {
    const std::size_t end = out.find(')', at);
    const bool data = end != std::string::npos && end > at + 14 &&
                      contains(std::string_view(out).substr(end - 6, 6), ".json");
    if (data) out.erase(at, end - at + 1);
    at = out.find("require(", data ? at : at + 1);
  }
  return out;
}

/// A script on the command line that loads nothing and starts nothing can only print.
bool only_prints(std::string_view code) {
  std::string plain = without_data(code);
  for (const std::string_view harmless :
       {"require('fs')", "require(\"fs\")", "require('node:fs')", "require(\"node:fs\")",
        "require('path')", "require('os')"}) {
    for (std::size_t at = plain.find(harmless); at != std::string::npos; at = plain.find(harmless))
      plain.erase(at, harmless.size());
  }
  std::string bare = without_strings(plain);
  for (const std::string_view harmless :
       {"from pathlib import Path", "import pathlib", "import shutil", "import sys", "import os",
        "import time", "import io", "import re", "import json", "import textwrap", "import base64",
        "import gzip", "import zlib"}) {
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
    if (plain && tools::has_trait(base, Trait::prepares)) {
      if (base == "cd" && words.size() > 1) enter(words[1].text);
      return;
    }
    if (plain && tools::has_trait(base, Trait::prints)) return text_tool(base);
    if (plain && tools::has_trait(base, Trait::compares)) {
      if (base == "find") found_and_run(command, words, depth);
      return checks(depth, base);
    }
    if (base == "source" || base == ".") {
      const bool activates = words.size() > 1 && ends_with(words[1].text, "activate");
      opaque_ = opaque_ || !activates;
      return;
    }
    if (base == "git" && words.size() > 1 && !lists(" bisect submodule ", words[1].text))
      return text_tool(base);
    if (base == "cmake" && by_cmake(command, words, depth)) return;
    const std::string name(tools::without_script_ending(base));
    add(name == "py.test" ? "pytest" : name);
    if (name != base) add(std::string(base));
    if (tools::is_interpreter(name) && interpreted(command, words, name)) return;
    if (name == "java") java(words);
    const std::size_t launched =
        tools::is_python(name) ? 0 : tools::launched_at(shell::texts_of(words));
    if (launched > 0) return behind(command, words.subspan(launched), depth);
    const tools::Tool* tool = tools::find_tool(name);
    // Names of targets and scripts are the project's own: `make check` starts no runner "check".
    const bool verbs = tool != nullptr &&
                       (tool->asked == tools::Asked::verb || tool->asked == tools::Asked::words);
    if (verbs) subcommand(words);
    if (inner(words, depth)) return;
    ++starts_;
  }

  /// `find . -name '*.t' -exec prove {} +`
  void found_and_run(const Command& command, Words words, int depth) {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (!lists(" -exec -execdir -ok -okdir ", words[i].text)) continue;
      std::size_t end = i + 1;
      while (end < words.size() && words[end].text != ";" && words[end].text != "+") ++end;
      behind(command, words.subspan(i + 1, end - i - 1), depth);
      i = end;
    }
  }

  /// `cmake -E cat x`: it shows or moves files; `cmake -E env X=1 ctest` starts another program.
  bool by_cmake(const Command& command, Words words, int depth) {
    if (words.size() < 3 || words[1].text != "-E") return false;
    if (lists(" env time ", words[2].text)) {
      behind(command, words.subspan(3), depth);
    } else {
      text_tool("cmake");
    }
    return true;
  }

  /// The program behind a launcher and its options.
  void behind(const Command& command, Words words, int depth) {
    const std::size_t plain = first_operand(words);
    const Words inside = shell::resolve(words.subspan(plain)).words;
    if (inside.empty()) {
      ++starts_;
      return;
    }
    if (const auto script = shell::find_script(inside); script && script->text != nullptr) {
      return text(script->text->text, depth + 1);
    }
    started(command, inside, depth);
  }

  /// Behind options and assignments.
  static std::size_t first_operand(Words words) {
    std::size_t i = 0;
    while (i < words.size() && (is_option(words[i]) || words[i].assignment)) ++i;
    return i;
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
    if (tools::is_python(name) && module_of(words)) {
      if (names_.back() == "coverage") coverage(words);
      if (!lists(" base64 gzip tool json.tool json zipfile tarfile calendar this tokenize ",
                 names_.back()))
        return false;
      text_tool(name);
      return true;
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
          tools::is_python(name) ? text == "-c" : (inline_code && text != "-c") || bundled;
      if (is_code && i + 1 < words.size()) return code(words[i + 1], name);
      if (text == "-") return fed_code(command, name);
      if (text == "-X" || text == "-W") ++i;
      if (i >= words.size() || is_option(words[i])) continue;
      if (words[i].literal && only_shows(text)) {
        text_tool(name);
        return true;
      }
      add(std::string(tools::without_script_ending(shell::base_name(text))));
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

  std::optional<std::string> source(const std::string& path) const {
    if (path.empty() || path.front() == '/') return std::nullopt;
    std::string text = read_(path);
    return text.empty() ? std::nullopt : std::optional(std::move(text));
  }

  /// Looks into the script that the words name. False if there is none to be read.
  bool inner(Words words, int depth) {
    if (!read_ || depth >= depth_max) return false;
    const std::string folder = folder_.substr(0, folder_.size() - (folder_.empty() ? 0 : 1));
    if (lists(" npm yarn pnpm bun make gmake ", words.front().text)) {
      const auto carried =
          shell::carried_by(words, folder, [&](const std::string& path) { return source(path); });
      if (!carried || carried->pieces.empty()) return false;
      for (const shell::Piece& piece : carried->pieces)
        inner_text(piece.text, carried->folder, depth);
      text_tool(words.front().text);  // if none of them starts anything
      return true;
    }
    const Word* file = shell::script_file(words);
    if (file == nullptr) return false;
    const auto text = source(shell::path_in(folder, file->text));
    const bool by_shell = file != &words.front();
    if (!text || (!by_shell && shell::script_kind(*text, "") == shell::ScriptKind::none))
      return false;
    inner_text(*text, folder, depth);
    return true;
  }

  void inner_text(const std::string& script, const std::string& folder, int depth) {
    const std::string before = folder_;
    folder_ = folder.empty() ? "" : folder + "/";
    ++files_;
    text(script, depth + 1);
    --files_;
    folder_ = before;
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
