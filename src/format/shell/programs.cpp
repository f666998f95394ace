// SPDX-License-Identifier: MIT
#include "format/shell/programs.h"

#include "format/shell/invocation.h"
#include "format/shell/parser.h"
#include "format/shell/variables.h"

#include <algorithm>
#include <set>

namespace assay::format::shell {

namespace {

constexpr int texts_deep_max = 6;
constexpr std::size_t texts_max = 200;

/// What stands behind these is written, not read.
constexpr std::string_view output_options =
    " -o -O --output --output-file --out --outfile --out-file --outdir --output-dir --junitxml "
    "--junit-xml --xml --report --report-file --log-file --logfile --coverage-directory --html "
    "--json --target-dir -d --basetemp --cache-dir ";
constexpr std::string_view writers = " tee mkdir touch rm rmdir ";
constexpr std::string_view interpreters =
    " python python3 pypy3 node ruby perl php lua deno bun ts-node tsx Rscript julia awk gawk ";

bool has_slash(std::string_view text) { return text.find('/') != std::string_view::npos; }

/// A file that an interpreter is given: `python3 run.py`, `awk -f run.awk`; null: none is told.
const Word* interpreted(Words words) {
  if (words.empty() || !lists(interpreters, base_name(words.front().text))) return nullptr;
  for (const Word& word : words.subspan(1)) {
    if (lists(" -m -c -e --eval -p ", word.text)) return nullptr;
    if (!word.text.starts_with('-')) return word.literal ? &word : nullptr;
  }
  return nullptr;
}

/// Files that `python3 -m a.b` may mean.
std::vector<std::string> modules_of(Words words) {
  if (words.empty() || !lists(" python python3 pypy3 ", base_name(words.front().text))) return {};
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i].text != "-m" || !words[i + 1].literal) continue;
    std::string path = words[i + 1].text;
    std::replace(path.begin(), path.end(), '.', '/');
    return {path + ".py", path + "/__main__.py", path + "/__init__.py"};
  }
  return {};
}

/// Goes through one text after the other and keeps what they start.
class Walk {
 public:
  explicit Walk(const Sources& sources) : sources_(sources) {}

  void text(std::string_view script, const std::string& folder, int depth) {
    if (depth > texts_deep_max || ++texts_ > texts_max) return;
    const Parsed parsed = parse(script, {0, static_cast<std::uint32_t>(script.size()), true});
    std::string place = folder;
    list(parsed.list, place, depth);
  }

  std::vector<Started> take() {
    for (const Started& each : written_) found_.erase(each);
    return {found_.begin(), found_.end()};
  }

 private:
  /// `folder` moves with every `cd`.
  void list(const List& all, std::string& folder, int depth) {
    for (const Item& item : all.items) {
      for (const Command& command : item.commands) one(command, folder, depth);
    }
  }

  void one(const Command& command, std::string& folder, int depth) {
    if (command.kind == CommandKind::simple) {
      simple(command, folder, depth);
      given_below(command, folder, depth);
    }
    for (const Redirection& each : command.redirections) {
      const bool reads = each.op == TokenKind::less || each.op == TokenKind::read_write;
      if (reads && each.target.literal) add_file(each.target.text, folder);
    }
    std::string inside = folder;
    for (const List& part : command.parts) list(part, inside, depth);
    if (command.kind == CommandKind::group) folder = inside;
  }

  void simple(const Command& command, std::string& folder, int depth) {
    for (const Word& word : command.words) {
      for (const Substitution& each : word.substitutions) {
        std::string inside = folder;
        list(each.list, inside, depth);
      }
    }
    for (std::size_t i = 0; i < command.assignments; ++i) variables_.assign(command.words[i]);
    if (command.assignments >= command.words.size()) return;
    const std::vector<Word> known = known_words(command);
    const Words words = known;
    if (lists(" export declare typeset readonly local ", words.front().text)) {
      for (const Word& word : words.subspan(1)) variables_.assign(word);
    }
    if (moves(words, folder)) return;
    const Words call = resolve(words).words;
    const std::string place = place_of(words, call, folder);
    add_program(words, folder);
    add_program(call, place);
    add_program(launched_words(call), place);
    add_words(words, folder);
    for (const std::string& path : modules_of(call)) add_file(path, place);
    inner(call, place, depth);
  }

  /// Without assignments before them, and with the script's own variables put in.
  std::vector<Word> known_words(const Command& command) const {
    std::vector<Word> words;
    for (std::size_t i = command.assignments; i < command.words.size(); ++i) {
      Word& word = words.emplace_back(command.words[i]);
      const auto value = word.literal ? std::nullopt : variables_.value_of(word);
      if (!value || value->empty()) continue;
      word.text = *value;
      word.literal = true;
      word.inner = Word::nowhere;
    }
    return words;
  }

  /// `env -C X` and `env --chdir=X` start what follows there.
  static std::string place_of(Words words, Words call, const std::string& folder) {
    if (base_name(words.front().text) != "env" || call.size() >= words.size()) return folder;
    const Words before = words.first(words.size() - call.size());
    constexpr std::string_view option = "--chdir=";
    for (std::size_t i = 1; i < before.size(); ++i) {
      const std::string& text = before[i].text;
      if (text.starts_with(option)) return path_in(folder, text.substr(option.size()));
      const bool moves = text == "-C" || text == "--chdir";
      if (moves && i + 1 < before.size()) return path_in(folder, before[i + 1].text);
    }
    return folder;
  }

  /// `cd X`, `pushd X`; and back: `cd -`, `popd`.
  bool moves(Words words, std::string& folder) {
    const bool goes = words.front().literal && lists(" cd pushd popd ", words.front().text);
    const bool back = words.front().text == "popd" || (words.size() == 2 && words[1].text == "-");
    if (!goes) return false;
    if (back) {
      std::swap(folder, left_);
    } else if (words.size() == 2 && words[1].literal && !words[1].text.starts_with('-')) {
      left_ = folder;
      folder = path_in(folder, words[1].text);
    }
    return true;
  }

  /// `sh <<< X`, and `sh` with a script below it.
  void given_below(const Command& command, const std::string& folder, int depth) {
    if (command.assignments >= command.words.size()) return;
    const Words words = Words(command.words).subspan(command.assignments);
    if (!tools::is_shell(program_name(words.front()))) return;
    for (const Redirection& each : command.redirections) {
      if (each.op == TokenKind::here_string) text(each.target.text, folder, depth + 1);
      if (each.body) text(each.body->text, folder, depth + 1);
    }
  }

  void add_program(Words words, const std::string& folder) {
    if (words.empty() || !words.front().literal || words.front().text.empty()) return;
    const std::string& name = words.front().text;
    found_.insert({name, folder});
    if (has_slash(name)) return;
    for (const std::string& before : variables_.search())
      found_.insert({before + "/" + name, folder});
  }

  void add_file(const std::string& text, const std::string& folder) {
    found_.insert({has_slash(text) ? text : "./" + text, folder});
  }

  /// Scripts and settings that a program is given: `bash build/unit`, `make -f /out.mk`.
  void add_words(Words words, const std::string& folder) {
    const bool writes = lists(writers, base_name(words.front().text));
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool file = words[i].literal && has_slash(words[i].text);
      const bool written = writes || lists(output_options, words[i - 1].text);
      if (file && written) written_.insert({words[i].text, folder});
      if (file && !written) found_.insert({words[i].text, folder});
    }
  }

  /// What stands elsewhere: in another word, in a script, in package.json, in a makefile.
  void inner(Words words, const std::string& folder, int depth) {
    if (words.empty()) return;
    if (const auto script = find_script(words); script && script->text != nullptr)
      return text(script->text->text, folder, depth + 1);
    if (!sources_) return;
    if (const auto carried = carried_by(words, folder, sources_)) {
      for (const Piece& piece : carried->pieces) text(piece.text, carried->folder, depth + 1);
      return;
    }
    const Word* file = script_file(words);
    if (file == nullptr) file = interpreted(words);
    if (file == nullptr) return;
    add_file(file->text, folder);
    const auto script = sources_(path_in(folder, file->text));
    const bool by_shell = file != &words.front() && tools::is_shell(program_name(words.front()));
    if (script && (by_shell || script_kind(*script, file->text) != ScriptKind::none))
      text(*script, folder, depth + 1);
  }

  const Sources& sources_;
  Variables variables_;
  std::set<Started> found_;
  std::set<Started> written_;
  std::string left_;  ///< where a `cd -` leads
  std::size_t texts_ = 0;
};

}  // namespace

std::vector<Started> started_by(std::string_view command, const Sources& sources) {
  Walk walk(sources);
  walk.text(command, "", 0);
  return walk.take();
}

}  // namespace assay::format::shell
