// SPDX-License-Identifier: MIT
// What a shell hands on beside its commands: variables, PATH, functions of sourced files, and
// whether the shells it starts are observed.
#include "format/shell/characters.h"
#include "format/shell/judge.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::shell {
namespace {

constexpr std::size_t libraries_max = 16;

}  // namespace

// `PATH=$PWD/bin:$PATH`, `export PATH=./bin:$PATH`
void Judge::note_path(const Command& command, Surroundings& around) {
  for (const Word& word : command.words) {
    if (!word.text.starts_with("PATH=")) continue;
    std::string_view rest = std::string_view(word.text).substr(5);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      std::string_view folder = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      for (const std::string_view here : {"$PWD", "$_", "."}) {
        if (folder == here) folder = "./";
        if (folder.starts_with(std::string(here) + "/")) folder.remove_prefix(here.size() + 1);
      }
      const bool known = !folder.starts_with('/') && folder.find('$') == std::string_view::npos;
      if (known) around.own_path.emplace_back(folder);
    }
  }
}

// Variables that are only set in plain sight, one after the other, are known.
void Judge::keep_values(const Command& command, Surroundings& around) const {
  for (const Word& word : command.words) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos) continue;
    const std::string name = word.text.substr(0, equals);
    const std::string value = word.text.substr(equals + 1);
    const bool known = (word.literal && value.find('(') == std::string::npos) || value == "$?";
    if (known && is_plain(name)) {
      around.values.insert_or_assign(name, value);
    } else {
      around.values.erase(name);
    }
  }
}

// Every place that sets it is a statement of its own in the list of the shell.
bool Judge::is_plain(std::string_view name) const {
  if (whole_ == nullptr || name.empty()) return false;
  for (const std::string_view word :
       {"read", "getopts", "local", "declare", "let", "unset", "printf -v"}) {
    if (text_.find(word) != std::string_view::npos) return false;
  }
  std::size_t named = 0;
  for (std::size_t at = text_.find(name); at != std::string_view::npos;
       at = text_.find(name, at + name.size())) {
    if (at > 0 && is_name_char(text_[at - 1])) continue;
    std::string_view behind = text_.substr(at + name.size());
    if (!behind.empty() && is_name_char(behind.front())) continue;
    while (behind.starts_with(' ')) behind.remove_prefix(1);
    const bool used = at > 0 && (text_[at - 1] == '$' || text_[at - 1] == '{');
    const std::string_view before = text_.substr(0, at);
    const bool sets = (behind.starts_with('=') && !behind.starts_with("==")) ||
                      behind.starts_with("+=") || behind.starts_with("-=") ||
                      behind.starts_with("++") || behind.starts_with("--") ||
                      before.ends_with("++") || before.ends_with("--") || before.ends_with("for ");
    if (sets && !used) ++named;
  }
  const auto is_statement = [&](const Item& item) {
    if (item.commands.size() != 1 || item.background) return false;
    const Command& only = item.commands.front();
    return only.kind == CommandKind::simple && only.words.size() == 1 && only.assignments == 1 &&
           only.words[0].text.starts_with(std::string(name) + "=");
  };
  const auto statements = static_cast<std::size_t>(
      std::count_if(whole_->items.begin(), whole_->items.end(), is_statement));
  return statements == named;
}

// `${T:-true}`, `$(which true)`, `$SHELL`: the program that a first word stands for, as far as its
// own text tells.
std::string Judge::program_meant(const Word& word) const {
  if (word.text == "$SHELL" || word.text == "$BASH") return "bash";
  const auto size = static_cast<std::uint32_t>(text_.size());
  std::string_view raw = text_.substr(std::min(word.at.begin, size), word.at.end - word.at.begin);
  if (raw.starts_with('"') && raw.ends_with('"') && raw.size() > 1)
    raw = raw.substr(1, raw.size() - 2);
  if (word.substitutions.empty() && raw.starts_with("${") && raw.ends_with('}')) {
    std::size_t end = 2;
    while (end < raw.size() && is_name_char(raw[end])) ++end;
    std::string_view behind = raw.substr(end, raw.size() - end - 1);
    if (behind.starts_with(':')) behind.remove_prefix(1);
    const bool falls_back = behind.starts_with('-') || behind.starts_with('=');
    const bool plain = behind.find_first_of("$`\\\"'{} ") == std::string_view::npos;
    return falls_back && plain ? std::string(behind.substr(1)) : "";
  }
  if (word.text != "$_" || word.substitutions.size() != 1) return {};
  const List& list = word.substitutions.front().list;
  if (list.items.size() != 1 || list.items[0].commands.size() != 1) return {};
  const Command& command = list.items[0].commands[0];
  if (command.kind != CommandKind::simple || command.words.size() < 2) return {};
  const bool tells =
      lists(" which command type echo printf readlink realpath ", command.words[0].text);
  const Word& last = command.words.back();
  return tells && last.literal && !last.text.starts_with('-') ? last.text : "";
}

// `s=./run; $s`, `"$PWD"/run`, `$(pwd)/run`: the words as the shell will see them.
std::optional<std::vector<Word>> Judge::spelled_out(Words words, const Surroundings& around) const {
  const auto starts_here = [](const Word& word) {
    if (word.text.starts_with("$PWD/")) return std::size_t{5};
    const bool asks = word.text.starts_with("$_/") && word.substitutions.size() == 1 &&
                      word.substitutions[0].list.items.size() == 1;
    if (!asks) return std::size_t{0};
    const Command& command = word.substitutions[0].list.items[0].commands.front();
    return command.words.size() == 1 && command.words[0].is("pwd") ? std::size_t{3}
                                                                   : std::size_t{0};
  };
  std::vector<Word> out;
  bool changed = false;
  for (const Word& word : words) {
    Word copy = word;
    const std::size_t here = word.literal ? 0 : starts_here(word);
    if (here > 0 && word.text.find('$', here) == std::string::npos) {
      copy.text = "./" + word.text.substr(here);
      copy.literal = true;
      changed = true;
    }
    const bool first = &word == words.data() && !word.literal;
    if (std::string meant = first && here == 0 ? program_meant(word) : ""; !meant.empty()) {
      copy.text = std::move(meant);
      copy.literal = true;
      changed = true;
      out.push_back(std::move(copy));
      continue;
    }
    const auto value = first && word.text.starts_with('$') ? around.values.find(word.text.substr(1))
                                                           : around.values.end();
    if (value == around.values.end() || value->second.empty() || value->second == "$?") {
      out.push_back(std::move(copy));
      continue;
    }
    changed = true;
    std::string_view rest = value->second;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      copy.text = rest.substr(0, end);
      copy.literal = true;
      if (!copy.text.empty()) out.push_back(copy);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return changed && !out.empty() ? std::optional(std::move(out)) : std::nullopt;
}

// Shells that do not read the start-up file of the observer.
void Judge::hides_from_observer(const Command& command, Words words, Surroundings& around) {
  const bool takes_back = words.size() > 1 && lists(" -n +x ", words[1].text) &&
                          lists(" export declare typeset ", program_name(words.front()));
  const bool unsets = takes_back || program_name(words.front()) == "unset";
  const bool cleans = program_name(words.front()) == "env";
  for (const Word& word : command.words) {
    if (&word < words.data() && word.text.starts_with("POSIXLY_CORRECT="))
      around.children_observed = false;
    if (cleans && lists(" -i - --ignore-environment ", word.text)) around.children_observed = false;
    const bool named =
        word.text == "BASH_ENV" || word.text == "-uBASH_ENV" || word.text == "--unset=BASH_ENV";
    if (!named || (!unsets && !cleans)) continue;
    around.children_observed = false;
    if (!angle_.of_file)
      report(
          core::LintRule::masked, command.at,
          fmt::format("`{}` keeps its shells from being observed: remove it", excerpt(command.at)));
  }
}

// `eval "$(cat run.sh)"`, `sh -c "$(< run.sh)"`
std::optional<Flow> Judge::file_of(const Word& word, Surroundings& around) {
  if (word.literal || word.text != "$_" || word.substitutions.size() != 1) return {};
  const List& list = word.substitutions.front().list;
  if (list.items.size() != 1 || list.items[0].commands.size() != 1) return {};
  const Command& command = list.items[0].commands[0];
  const Word* file = nullptr;
  if (command.words.size() == 2 && command.words[0].is("cat")) file = &command.words[1];
  if (command.words.empty() && command.redirections.size() == 1 &&
      command.redirections[0].op == TokenKind::less)
    file = &command.redirections[0].target;
  if (file == nullptr || !file->literal) return {};
  Word shell = *file;
  shell.text = "sh";
  const Word script[] = {shell, *file};
  return elsewhere(script, around);
}

// `a="./che"; b="ck || true"; eval "$a$b"`: the text that will be read.
const Word& Judge::filled_in(const Word& word, const Surroundings& around) {
  if (word.literal || !word.substitutions.empty() || around.values.empty()) return word;
  std::string text;
  for (std::size_t i = 0; i < word.text.size(); ++i) {
    if (word.text[i] != '$') {
      text.push_back(word.text[i]);
      continue;
    }
    std::size_t end = i + 1;
    while (end < word.text.size() && is_name_char(word.text[end])) ++end;
    const auto value = around.values.find(word.text.substr(i + 1, end - i - 1));
    if (value == around.values.end() || value->second == "$?") return word;
    text += value->second;
    i = end - 1;
  }
  auto& filled = filled_in_[&word];
  if (!filled) filled = std::make_unique<Word>(word);
  filled->text = std::move(text);
  filled->inner = Word::nowhere;
  filled->literal = true;
  return *filled;
}

// The functions that a sourced file defines can be called from here on.
void Judge::learn_functions(const std::string& file, const Surroundings& around) {
  const auto text = angle_.sources ? angle_.sources(file) : std::nullopt;
  if (!text || libraries_.size() >= libraries_max) return;
  auto library = std::make_unique<Library>();
  library->text = *text;
  library->place = file;
  library->parsed =
      parse(library->text, {0, static_cast<std::uint32_t>(library->text.size()), true});
  if (library->parsed.error) return;
  Angle angle = angle_;
  angle.of_file = true;
  ++angle.depth;
  library->judge = std::make_unique<Judge>(library->text, library->seen, angle);
  for (const Item& item : library->parsed.list.items) {
    const Command& command = item.commands.front();
    if (item.commands.size() == 1 && command.kind == CommandKind::function)
      lent_.insert_or_assign({around.scope, command.words.front().text},
                             std::pair(library.get(), &command));
  }
  libraries_.push_back(std::move(library));
}

}  // namespace assay::format::shell
