// SPDX-License-Identifier: MIT
// Programs that write their operands, patches, and code that is handed to interpreters.
#include "base/text/ascii.h"
#include "base/text/glob.h"
#include "format/shell/deeds.h"
#include "format/shell/patch_names.h"

#include <algorithm>
#include <array>
#include <optional>

namespace assay::format::shell {

namespace {

constexpr std::size_t path_bytes_max = 1024;

/// Programs that write every operand, the last one, or what an option names.
constexpr std::string_view writes_all =
    " rm rmdir unlink shred truncate tee chmod chown chgrp chattr sponge ex ed patch ";
constexpr std::string_view writes_last = " cp install ln rsync scp mv ";
constexpr std::string_view recursive = " rm chmod chown chgrp ";
/// Code that has none of these, and opens nothing to be written, only reads.
constexpr std::array<std::string_view, 13> writing_words{
    "write",   "unlink",   "os.remove", "rename", "rmtree",     "shutil.",    "os.replace",
    "symlink", "truncate", "chmod",     "rmSync", "appendFile", "File.delete"};

/// `open('f', 'w')`, `open("f", mode="a")`.
bool opens_to_write(std::string_view code) {
  for (std::size_t at = 0; (at = code.find("open(", at)) != std::string_view::npos; ++at) {
    const std::string_view call = code.substr(at, code.find(')', at) - at);
    const std::size_t comma = call.find(',');
    if (comma == std::string_view::npos) continue;
    const std::size_t quote = call.find_first_of("'\"", comma);
    if (quote == std::string_view::npos) continue;
    const std::string_view mode = call.substr(quote + 1);
    if (mode.find_first_of("wax+>") < mode.find_first_of("'\"")) return true;
  }
  return false;
}

/// Code without what only prints.
std::string without_printing(std::string_view code) {
  std::string rest(code);
  for (const std::string_view print : {"stdout.write", "stderr.write"}) {
    for (std::size_t at = 0; (at = rest.find(print, at)) != std::string::npos;)
      rest.erase(at, print.size());
  }
  return rest;
}

/// Whether the text in quotes from `at` to `end` is a file that is only read:
/// `open('f').read()`, `Path('f').read_text()`.
bool is_only_read(std::string_view code, std::size_t at, std::size_t end) {
  const std::string_view before = code.substr(0, at);
  const std::string_view behind = code.substr(end + 1);
  for (const std::string_view reads : {"readFileSync(", "readFile(", "exists(", "existsSync("}) {
    if (before.ends_with(reads)) return true;
  }
  if (behind.starts_with(").read_")) return true;
  if (!before.ends_with("open(")) return false;
  const std::string_view options = behind.substr(0, behind.find(')'));
  if (options.empty()) return true;
  const std::size_t quote = options.find_first_of("'\"");
  if (quote == std::string_view::npos) return false;
  const std::string_view mode = options.substr(quote + 1);
  return mode.find_first_of("wax+>") >= mode.find_first_of("'\"");
}

/// Modes of chmod that take nothing from the owner: `u+w`, `a+rX`, `755`.
bool only_adds(std::string_view mode) {
  if (mode.find_first_not_of("01234567") == std::string_view::npos)
    return mode.size() >= 3 && mode[mode.size() - 3] == '7';
  return mode.find('+') != std::string_view::npos &&
         mode.find_first_not_of("ugoarwxXst+,") == std::string_view::npos;
}

/// `-i`, `-i.bak`, `-pi`, `--in-place`.
bool edits_in_place(std::string_view program, Words words) {
  for (const Word& word : words.subspan(1)) {
    if (word.text.starts_with("--in-place")) return true;
    if (!is_flag(word) || word.text[1] == '-') continue;
    const auto at = word.text.find('i');
    // Of sed `-e` and `-f` have a value: `-fini` is a file.
    const auto value = word.text.find_first_of("ef");
    const bool first = at != std::string::npos && (program != "sed" || value > at);
    if (first && program != "awk" && program != "gawk") return true;
    if (word.text == "-i") return true;
  }
  return false;
}

/// `cp -t FOLDER`, `-tFOLDER`; the words begin with the option.
std::optional<Word> target_option(Words words, std::string_view program) {
  constexpr std::string_view spelled = "--target-directory=";
  if (!lists(" cp mv ln install ", program)) return std::nullopt;
  Word value = words.front();
  const std::string& text = words.front().text;
  const bool is_long = text.starts_with("--");
  if (text.starts_with(spelled)) {
    value.text.erase(0, spelled.size());
    return value;
  }
  if (!is_long && text.starts_with("-t") && text.size() > 2) {
    value.text.erase(0, 2);
    return value;
  }
  const bool next = is_long ? text == "--target-directory" : text.ends_with('t');
  return next && words.size() > 1 ? std::optional(words[1]) : std::nullopt;
}

}  // namespace

void DeedReader::operands(Words words, std::string_view program, const std::string& folder) {
  std::vector<const Word*> named;
  std::optional<Word> target;  // of `cp -t`
  bool options = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const Word& word = words[i];
    if (options && word.text == "--") {
      options = false;
    } else if (options && is_flag(word)) {
      output_option(word, program, folder);
      if (auto given = target_option(words.subspan(i), program)) {
        if (given->at.begin != word.at.begin) ++i;
        target = std::move(given);
      }
    } else {
      named.push_back(&word);
    }
  }
  if (target) named.push_back(&*target);
  const bool below = lists(recursive, program);
  const std::string how(program);
  if (program == "chmod" && !named.empty() && only_adds(named.front()->text)) return;
  if (program == "sed") written_by_sed(words, folder);
  if (lists(writes_all, program)) {
    for (const Word* word : named) add(*word, folder, how, below);
  } else if (lists(writes_last, program) && !named.empty()) {
    add(*named.back(), folder, how, false);
    into_folder(named, folder, how);
    // What is moved is gone from where it was.
    for (std::size_t i = 0; program == "mv" && i + 1 < named.size(); ++i)
      add(*named[i], folder, how, true);
  } else if (lists(" sed perl ruby awk gawk ", program) && edits_in_place(program, words)) {
    for (const Word* word : named) add(*word, folder, how, false);
  } else if (program == "dd") {
    output_of_dd(named, folder);
  } else if (program == "find") {
    found(words, folder);
  } else if (lists(" curl wget sort ", program)) {
    fetched(words, program, folder);
  }
}

/// `cp x/assay.yaml .`
void DeedReader::into_folder(const std::vector<const Word*>& named, const std::string& folder,
                             const std::string& how) {
  for (std::size_t i = 0; i + 1 < named.size(); ++i) {
    Word word = *named.back();
    word.text += "/" + std::string(base_name(named[i]->text));
    Write* write = add(word, folder, how, false);
    if (write == nullptr || !is_glob(named[i]->text)) continue;
    write->from = folder;
    go(named[i]->text, write->from);
  }
}

/// `sed -n 'w f'`, `s/a/b/w f`
void DeedReader::written_by_sed(Words words, const std::string& folder) {
  for (const Word& word : words.subspan(1)) {
    if (word.text.size() > word_bytes_max) continue;
    for (std::size_t at = 0; (at = word.text.find_first_of("wW", at)) != std::string::npos; ++at) {
      const std::string_view rest = std::string_view(word.text).substr(at + 1);
      Word file;
      file.text = trimmed(rest.substr(0, std::min(rest.find('\n'), path_bytes_max)));
      if (!is_glob(file.text)) add(file, folder, "sed", false);
    }
  }
}

/// `--output=FILE`.
void DeedReader::output_option(const Word& word, std::string_view program,
                               const std::string& folder) {
  for (const std::string_view name : {"--output=", "--output-document="}) {
    if (!word.text.starts_with(name)) continue;
    Word value = word;
    value.text.erase(0, name.size());
    add(value, folder, std::string(program), false);
  }
}

void DeedReader::output_of_dd(const std::vector<const Word*>& named, const std::string& folder) {
  for (const Word* word : named) {
    if (!word->text.starts_with("of=")) continue;
    Word value = *word;
    value.text.erase(0, 3);
    add(value, folder, "dd", false);
  }
}

/// `curl -o f`, `curl -sLof`, `curl -O http://x/f`, `wget -O f`, `sort -o f`.
void DeedReader::fetched(Words words, std::string_view program, const std::string& folder) {
  const char letter = program == "wget" ? 'O' : 'o';
  bool by_name = program == "wget";
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    const std::size_t at = is_flag(words[i]) && text[1] != '-' ? text.find(letter) : text.npos;
    const bool next = lists(" --output --output-document ", text) || at + 1 == text.size();
    Word file = next && i + 1 < words.size() ? words[i + 1] : words[i];
    if (!next && at != text.npos) file.text.erase(0, at + 1);
    if (next || at != text.npos) add(file, folder, std::string(program), false);
    by_name = by_name || (program == "curl" && is_flag(words[i]) && text[1] != '-' &&
                          text.find('O') != text.npos);
  }
  for (const Word& word : words.subspan(1)) {
    if (!by_name || word.text.find("://") == std::string::npos) continue;
    Word file = word;
    file.text = base_name(word.text);
    if (!is_glob(file.text)) add(file, folder, std::string(program), false);
  }
}

/// `patch <f`, `patch -i f`, `git apply f`, `patch -p1 <<E`
void DeedReader::patched(Words words, const Command* command, const std::string& folder) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    if (lists(" -i --input ", text) && i + 1 < words.size()) note_patch(words[++i], folder);
    if (text.starts_with("--input=")) {
      Word file = words[i];
      file.text.erase(0, std::string_view("--input=").size());
      note_patch(file, folder);
    }
  }
  if (command == nullptr) return;
  for (const Redirection& redirection : command->redirections) {
    if (redirection.op == TokenKind::less) note_patch(redirection.target, folder);
    if (redirection.body) names_in(redirection.body->text, folder);
    if (redirection.op == TokenKind::here_string) names_in(redirection.target.text, folder);
  }
}

void DeedReader::note_patch(const Word& file, const std::string& folder) {
  if (deeds_.patches.size() >= deeds_max || file.text.empty()) return;
  std::string path = folder;
  go(file.text, path);
  deeds_.patches.push_back(std::move(path));
}

void DeedReader::names_in(std::string_view patch, const std::string& folder) {
  for (const std::string& name : files_of_patch(patch)) {
    Word word;
    word.text = name;
    add(word, folder, "patch", false);
  }
}

/// Code handed over as a word: what stands in quotes is a path, if the code writes at all.
void DeedReader::code(Words words, std::string_view program, const std::string& folder) {
  if (const Word* code = find_code(words)) literals_of(code->text, folder, program);
}

void DeedReader::literals_of(std::string_view given, const std::string& folder,
                             std::string_view program) {
  const std::string code = without_printing(given);
  const bool is_awk = lists(" awk gawk ", program);
  const bool is_perl = lists(" perl ruby ", program);
  const bool shows_mode = code.find("'>") != code.npos || code.find("\">") != code.npos;
  const bool writes =
      opens_to_write(code) || (is_perl && shows_mode) ||
      std::any_of(writing_words.begin(), writing_words.end(),
                  [&](std::string_view word) { return code.find(word) != std::string_view::npos; });
  for (std::size_t at = 0; (at = code.find_first_of("'\"`", at)) != std::string::npos;) {
    const auto end = code.find(code[at], at + 1);
    if (end == std::string::npos) return;
    const std::string_view before = trimmed(std::string_view(code).substr(0, at));
    // awk: `print > "f"`; perl: `open F, ">f"`
    const bool redirected_to = is_awk ? before.ends_with('>') : is_perl && code[at + 1] == '>';
    if (redirected_to || (writes && !is_awk && !is_only_read(code, at, end)))
      literal_of(code.substr(at + 1, end - at - 1), code, folder, program);
    at = end + 1;
  }
}

void DeedReader::literal_of(std::string_view text, std::string_view code, const std::string& folder,
                            std::string_view program) {
  Word word;
  word.text = text;
  if (text.starts_with('>')) word.text.erase(0, word.text.find_first_not_of("> "));
  const bool like_path = word.text.find_first_of(" \n(") == std::string::npos;
  const bool is_pattern = is_glob(word.text) && code.find("glob") == std::string_view::npos;
  if (like_path && !is_pattern) add(word, folder, std::string(program), false);
}

}  // namespace assay::format::shell
