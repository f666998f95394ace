// SPDX-License-Identifier: MIT
#include "format/shell/writes.h"

#include "format/shell/deeds.h"

#include <algorithm>
#include <array>

namespace assay::format::shell {

namespace {

constexpr int scripts_deep_max = 6;

void enter(Words words, std::string& folder) {
  const auto target =
      std::find_if(words.begin() + 1, words.end(), [](const Word& word) { return !is_flag(word); });
  if (target == words.end() || !target->literal) return;
  go(target->text, folder);
}

}  // namespace

void DeedReader::script(std::string_view text, std::string folder, int depth) {
  deeds_.cut = deeds_.cut || depth > scripts_deep_max;
  if (depth > scripts_deep_max) return;
  depth_ = depth;
  // Functions are called after the text that defines them was read.
  Source& source = sources_.emplace_back();
  source.text = text;
  source.parsed = parse(source.text, {0, static_cast<std::uint32_t>(text.size()), true});
  text_ = source.text;
  list(source.parsed.list, folder);
}

/// A folder that a command changes holds for those behind it.
void DeedReader::list(const List& some, std::string& folder) {
  for (const Item& item : some.items) {
    const Command* before = nullptr;
    for (const Command& command : item.commands) {
      const bool piped = command.join == Join::pipe && before != nullptr;
      Fed outer = piped ? std::exchange(fed_, printed_by(*before, folder)) : fed_;
      this->command(command, folder);
      fed_ = std::move(outer);
      before = &command;
    }
  }
}

void DeedReader::command(const Command& command, std::string& folder) {
  Fed outer = fed_;
  for (const Redirection& redirection : command.redirections) {
    redirect(redirection, folder);
    feed(redirection, folder);
  }
  for (const Word& word : command.words) inside(word, folder);
  if (command.kind == CommandKind::simple) simple(command, folder);
  if (command.kind == CommandKind::each) iterate(command, folder);
  if (command.kind == CommandKind::function && !command.words.empty() &&
      functions_.size() < deeds_max)
    functions_[command.words.front().text] = {&command, text_};
  const bool apart = command.kind == CommandKind::subshell || command.kind == CommandKind::function;
  std::string within = folder;
  for (const List& part : command.parts) list(part, apart ? within : folder);
  fed_ = std::move(outer);
}

void DeedReader::inside(const Word& word, const std::string& folder) {
  for (const Substitution& each : word.substitutions) {
    std::string within = folder;
    list(each.list, within);
  }
}

void DeedReader::redirect(const Redirection& redirection, const std::string& folder) {
  constexpr std::array<TokenKind, 5> writing{TokenKind::great, TokenKind::append,
                                             TokenKind::clobber, TokenKind::read_write,
                                             TokenKind::both_out};
  if (std::find(writing.begin(), writing.end(), redirection.op) != writing.end())
    redirected(redirection.target, folder);
  // `>& file`, but not `>&2`.
  const bool is_number =
      redirection.target.text.find_first_not_of("0123456789-") == std::string::npos;
  if (redirection.op == TokenKind::duplicate_out && !is_number)
    redirected(redirection.target, folder);
  inside(redirection.target, folder);
  if (redirection.body) inside(*redirection.body, folder);
}

void DeedReader::redirected(const Word& target, const std::string& folder) {
  for (const Word& word : meanings(target, folder)) add(word, folder, "redirection", false);
}

Write* DeedReader::add(const Word& word, const std::string& folder, std::string how, bool below) {
  deeds_.cut = deeds_.cut || deeds_.writes.size() >= deeds_max;
  if (word.text.empty() || deeds_.cut) return nullptr;
  const bool leads_away =
      word.text.front() == '/' || word.text.front() == '~' || word.text.front() == '$';
  deeds_.writes.push_back({.path = leads_away ? word.text : folder + "/" + word.text,
                           .below = below,
                           .literal = word.literal,
                           .how = std::move(how)});
  return &deeds_.writes.back();
}

void DeedReader::simple(const Command& command, std::string& folder) {
  const std::size_t settings = settings_.size();
  for (std::size_t i = 0; i < command.assignments && i < command.words.size(); ++i) {
    remember(command.words[i], folder);
    settings_.push_back(command.words[i].text);
  }
  std::vector<Word> words;
  for (std::size_t i = command.assignments; i < command.words.size(); ++i) {
    for (Word& word : meanings(command.words[i], folder)) words.push_back(std::move(word));
  }
  if (!words.empty()) call(words, folder, &command);
  settings_.resize(settings);
}

/// `command`: with its redirections, if it stands in the text itself.
void DeedReader::call(Words all, std::string& folder, const Command* command) {
  const Words words = resolve(all).words;
  const std::size_t settings = settings_.size();
  std::string within = folder;
  through_env(all, words, within);
  if (!words.empty()) program_of(words, folder, within, command);
  settings_.resize(settings);
}

/// What `env` in front of a program sets: variables, the folder, `-S` with words in one.
void DeedReader::through_env(Words all, Words words, std::string& folder) {
  if (words.empty()) return;
  const auto env = std::find_if(all.begin(), all.end() - static_cast<long>(words.size()) + 1,
                                [](const Word& word) { return base_name(word.text) == "env"; });
  if (env == all.end() || base_name(env->text) != "env") return;
  for (auto word = env + 1; word != all.end() && (is_flag(*word) || word->assignment); ++word) {
    const std::string& text = word->text;
    const bool has_next = word + 1 != all.end();
    if (word->assignment) {
      settings_.push_back(text);
    } else if ((text == "-C" || text == "--chdir") && has_next) {
      go((++word)->text, folder);
    } else if (text.starts_with("--chdir=")) {
      go(text.substr(std::string_view("--chdir=").size()), folder);
    } else if (lists(" -u --unset ", text) && has_next) {
      ++word;
    } else if (text.starts_with("-S") || text.starts_with("--split-string")) {
      const std::size_t value = text[1] == 'S' ? 2 : std::min(text.find('='), text.size() - 1) + 1;
      std::string script = text.substr(value);
      while (++word != all.end()) script += " " + word->text;
      return nested(script, folder);
    }
  }
}

/// `within`: where it runs; `folder`: where what follows runs.
void DeedReader::program_of(Words words, std::string& folder, const std::string& within,
                            const Command* command) {
  const std::string_view program = base_name(words.front().text);
  if (program == "cd" || program == "pushd") return enter(words, folder);
  if (lists(" export declare typeset local readonly ", program)) return exported(words, folder);
  if (program == "git") return git(words, within, command);
  if (program == "eval") return evaluate(words, within);
  if (program == "assay") return disconnects(words);
  if (program == "xargs") return each_argument(words, within);
  if (lists(" read mapfile readarray ", program)) return assign_fed(words);
  if (const auto defined = functions_.find(words.front().text); defined != functions_.end())
    return call_function(defined->second, words, folder);
  if (lists(" patch git-apply ", program)) patched(words, command, within);
  if (const auto script = find_script(words); script && script->text->literal)
    nested(script->text->text, within);
  if (command != nullptr) input(*command, words, program, within);
  if (lists(code_readers, program)) code(words, program, within);
  operands(words, program, within);
}

/// The body with the arguments of this call. What stands for other expansions of the shell is
/// any of them.
void DeedReader::call_function(const Function& function, Words words, std::string& folder) {
  // What it does a second time it has done before.
  if (!active_.insert(function.definition).second) return;
  std::map<std::string, std::vector<std::string>> outer = values_;
  std::vector<std::string> all;
  for (std::size_t i = 1; i < words.size(); ++i) {
    values_[std::to_string(i)] = {words[i].text};
    if (all.size() < meanings_max) all.push_back(words[i].text);
  }
  for (const char* any : {"_", "@", "*"}) {
    if (!all.empty()) values_[any] = all;
  }
  const std::string_view text = std::exchange(text_, function.text);
  for (const List& part : function.definition->parts) list(part, folder);
  active_.erase(function.definition);
  text_ = text;
  // What it sets stays; its arguments go.
  for (std::size_t i = 1; i < words.size(); ++i) values_.erase(std::to_string(i));
  for (const char* any : {"_", "@", "*"}) values_.erase(any);
  for (auto& [name, values] : outer) values_.try_emplace(name, std::move(values));
}

void DeedReader::exported(Words words, const std::string& folder) {
  const bool exports = words.front().text == "export";
  for (const Word& word : words.subspan(1)) {
    remember(word, folder);
    if (exports && switches_off(word.text)) evade("export " + word.text);
    if (exports && reconfigures(word.text)) exported_.push_back(word.text);
  }
}

/// A person connects and disconnects; hooks are called by agents' own programs, and what they
/// say of a session is believed.
void DeedReader::disconnects(Words words) {
  const auto has = [&](std::string_view text) {
    return std::any_of(words.begin() + 1, words.end(),
                       [&](const Word& word) { return word.text == text; });
  };
  if (has("--help")) return;
  if (has("disconnect")) evade("assay disconnect");
  if (has("hook") && !has("check")) evade("assay hook");
}

void DeedReader::nested(const std::string& text, const std::string& folder) {
  const int depth = depth_;
  const std::string_view outer = text_;
  script(text, folder, depth + 1);
  depth_ = depth;
  text_ = outer;
}

void DeedReader::evaluate(Words words, const std::string& folder) {
  std::string text;
  for (const Word& word : words.subspan(1)) text += word.text + " ";
  nested(text, folder);
}

/// `bash <<EOF`, `python3 - <<EOF`.
void DeedReader::input(const Command& command, Words words, std::string_view program,
                       const std::string& folder) {
  for (const Redirection& redirection : command.redirections) {
    const bool is_text = redirection.op == TokenKind::here_string || redirection.body;
    if (!is_text) continue;
    const std::string& text = redirection.body ? redirection.body->text : redirection.target.text;
    if (reads_script_from_input(words)) nested(text, folder);
    if (lists(code_readers, program)) literals_of(text, folder, program);
  }
}

Deeds deeds_of(std::string_view command, std::string_view folder) {
  Deeds deeds;
  DeedReader(deeds).script(command, std::string(folder), 0);
  return deeds;
}

}  // namespace assay::format::shell
