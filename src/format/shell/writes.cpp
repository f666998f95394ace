// SPDX-License-Identifier: MIT
#include "format/shell/writes.h"

#include "base/text/ascii.h"
#include "base/text/glob.h"
#include "format/shell/characters.h"
#include "format/shell/invocation.h"
#include "format/shell/parser.h"
#include "format/shell/patch_names.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace assay::format::shell {

namespace {

constexpr int scripts_deep_max = 6;
constexpr std::size_t deeds_max = 2000;
constexpr std::size_t meanings_max = 2000;
constexpr std::size_t unbracing_steps_max = 20'000;
constexpr std::size_t path_bytes_max = 1024;
constexpr std::size_t word_bytes_max = 4096;

/// Programs that write every operand, the last one, or what an option names.
constexpr std::string_view writes_all =
    " rm rmdir unlink shred truncate tee chmod chown chgrp chattr sponge ex ed patch ";
constexpr std::string_view writes_last = " cp install ln rsync scp mv ";
constexpr std::string_view recursive = " rm chmod chown chgrp ";
constexpr std::string_view code_readers =
    " python python2 python3 node bun deno perl ruby php awk gawk ";
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

/// `a{b,c}` is `ab` and `ac`. `steps`: how many may be made; none left: some are missing.
void add_unbraced(const std::string& text, std::vector<std::string>& all, std::size_t& steps) {
  if (all.size() >= meanings_max) steps = 0;
  if (steps == 0) return;
  --steps;
  for (std::size_t close = text.find('}'); close != std::string::npos;
       close = text.find('}', close + 1)) {
    const std::size_t open = text.rfind('{', close);
    if (open == std::string::npos) continue;
    const std::string inner = text.substr(open + 1, close - open - 1);
    if (inner.find(',') == std::string::npos) continue;
    for (std::size_t at = 0; at <= inner.size();) {
      const std::size_t comma = std::min(inner.find(',', at), inner.size());
      add_unbraced(text.substr(0, open) + inner.substr(at, comma - at) + text.substr(close + 1),
                   all, steps);
      at = comma + 1;
    }
    return;
  }
  all.push_back(text);
}

/// Modes of chmod that take nothing from the owner: `u+w`, `a+rX`, `755`.
bool only_adds(std::string_view mode) {
  if (mode.find_first_not_of("01234567") == std::string_view::npos)
    return mode.size() >= 3 && mode[mode.size() - 3] == '7';
  return mode.find('+') != std::string_view::npos &&
         mode.find_first_not_of("ugoarwxXst+,") == std::string_view::npos;
}

/// Variables by which managers of hooks are switched off: `HUSKY=0 git commit`.
bool switches_off(std::string_view setting) {
  constexpr std::array<std::string_view, 5> off{"HUSKY=0", "HUSKY_SKIP_HOOKS=1", "LEFTHOOK=0",
                                                "LEFTHOOK=false", "SKIP=assay"};
  return std::find(off.begin(), off.end(), setting) != off.end();
}

/// Variables that give git other settings.
bool reconfigures(std::string_view setting) {
  for (const std::string_view name :
       {"GIT_CONFIG_PARAMETERS=", "GIT_CONFIG_COUNT=", "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=",
        "GIT_CONFIG_KEY_", "GIT_CONFIG="}) {
    if (setting.starts_with(name)) return true;
  }
  return false;
}

/// An alternative of an expression of find.
struct FindBranch {
  std::vector<std::string> names;  ///< patterns of whole paths, all of which hold
  bool is_empty = false;           ///< only what has nothing in it
  bool acts = false;
};

bool is_flag(const Word& word) { return word.text.size() > 1 && word.text.front() == '-'; }

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

class DeedReader {
 public:
  explicit DeedReader(Deeds& deeds) : deeds_(deeds) {}

  void script(std::string_view text, std::string folder, int depth) {
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

 private:
  /// A text that was read, and what it means.
  struct Source {
    std::string text;
    Parsed parsed;
  };

  /// What a command reads from its standard input, as far as the text tells.
  struct Fed {
    std::vector<std::string> words;
    const Command* finder = nullptr;  ///< `find ... |`
  };

  /// A folder that a command changes holds for those behind it.
  void list(const List& some, std::string& folder) {
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

  void command(const Command& command, std::string& folder) {
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
    const bool apart =
        command.kind == CommandKind::subshell || command.kind == CommandKind::function;
    std::string within = folder;
    for (const List& part : command.parts) list(part, apart ? within : folder);
    fed_ = std::move(outer);
  }

  /// `<<< text`, `<<E`
  void feed(const Redirection& redirection, const std::string& folder) {
    if (redirection.op == TokenKind::here_string) {
      fed_ = {};
      for (const Word& meant : meanings(redirection.target, folder)) add_words(meant.text);
    } else if (redirection.body) {
      fed_ = {};
      for (const Word& meant : meanings(*redirection.body, folder)) add_words(meant.text);
    } else if (redirection.op == TokenKind::less) {
      fed_ = {};
    }
  }

  void add_words(std::string_view text) {
    for (std::size_t at = 0; at < text.size() && fed_.words.size() < meanings_max;) {
      const std::size_t begin = std::min(text.find_first_not_of(" \t\n", at), text.size());
      at = std::min(text.find_first_of(" \t\n", begin), text.size());
      if (at > begin) fed_.words.emplace_back(text.substr(begin, at - begin));
    }
  }

  /// What a command in front of a `|` prints: `echo f`, `printf '%s\n' f`, `cat <<E`, `find`.
  Fed printed_by(const Command& command, const std::string& folder) {
    if (command.kind != CommandKind::simple || command.words.size() <= command.assignments)
      return {};
    const Words words = Words(command.words).subspan(command.assignments);
    const std::string_view program = base_name(words.front().text);
    Fed outer = std::exchange(fed_, Fed{});
    if (lists(" echo printf ", program)) {
      for (const Word& word : words.subspan(1)) {
        for (const Word& meant : meanings(word, folder)) add_words(meant.text);
      }
    } else if (program == "cat" && words.size() == 1) {
      for (const Redirection& redirection : command.redirections) feed(redirection, folder);
    } else if (program == "find") {
      fed_.finder = &command;
    }
    return std::exchange(fed_, std::move(outer));
  }

  void inside(const Word& word, const std::string& folder) {
    for (const Substitution& each : word.substitutions) {
      std::string within = folder;
      list(each.list, within);
    }
  }

  void redirect(const Redirection& redirection, const std::string& folder) {
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

  void redirected(const Word& target, const std::string& folder) {
    for (const Word& word : meanings(target, folder)) add(word, folder, "redirection", false);
  }

  /// The word with values that the text itself gives; others stay as they are.
  std::vector<Word> meanings(const Word& word, const std::string& folder) const {
    std::vector<std::string> texts{word.text};
    if (!word.literal) texts = with_values(word.text, folder);
    if (!word.quoted && word.text.size() <= word_bytes_max) {
      std::vector<std::string> all;
      std::size_t steps = unbracing_steps_max;
      for (const std::string& text : texts) add_unbraced(text, all, steps);
      texts = std::move(all);
      deeds_.cut = deeds_.cut || steps == 0;
    }
    deeds_.cut = deeds_.cut || texts.size() >= meanings_max;
    std::vector<Word> words;
    for (std::string& text : texts) {
      words.push_back(word);
      words.back().literal = word.literal || text.find('$') == std::string::npos;
      words.back().text = std::move(text);
    }
    return words;
  }

  std::vector<std::string> with_values(std::string_view text, const std::string& folder) const {
    if (text.size() > word_bytes_max) return {std::string(text)};
    std::vector<std::string> all{""};
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = text[at] == '$' ? at + 1 : std::min(text.find('$', at), text.size());
      const bool all_of =
          text[at] == '$' && end < text.size() && lists(" @ * ", text.substr(end, 1));
      if (all_of) ++end;
      while (!all_of && text[at] == '$' && end < text.size() && is_name_char(text[end])) ++end;
      const std::string piece(text.substr(at, end - at));
      const auto known = values_.find(piece.substr(1));
      std::vector<std::string> values{piece};
      if (piece == "$PWD") values = {folder};
      if (piece.size() > 1 && known != values_.end()) values = known->second;
      std::vector<std::string> longer;
      for (const std::string& begin : all) {
        for (const std::string& value : values) {
          if (begin.size() + value.size() > word_bytes_max) return {std::string(text)};
          if (longer.size() < meanings_max) longer.push_back(begin + value);
        }
      }
      all = std::move(longer);
      at = end;
    }
    return all;
  }

  /// `name=value`
  void remember(const Word& word, const std::string& folder) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos || values_.size() >= deeds_max) return;
    std::vector<std::string> values;
    for (const Word& meant : meanings(word, folder))
      values.push_back(meant.text.substr(std::min(equals + 1, meant.text.size())));
    values_[word.text.substr(0, equals)] = std::move(values);
  }

  /// `for name in a b`: the name stands in the text only.
  void iterate(const Command& command, const std::string& folder) {
    const std::string_view text =
        text_.substr(std::min<std::size_t>(command.at.begin, text_.size()));
    std::size_t begin = std::min(text.find_first_of(" \t"), text.size());
    begin = std::min(text.find_first_not_of(" \t", begin), text.size());
    std::size_t end = begin;
    while (end < text.size() && is_name_char(text[end])) ++end;
    if (end == begin || values_.size() >= deeds_max) return;
    std::vector<std::string> values;
    for (const Word& word : command.words) {
      for (const Word& meant : meanings(word, folder)) {
        if (values.size() < meanings_max) values.push_back(meant.text);
      }
    }
    values_[std::string(text.substr(begin, end - begin))] = std::move(values);
  }

  Write* add(const Word& word, const std::string& folder, std::string how, bool below) {
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

  void simple(const Command& command, std::string& folder) {
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
  void call(Words all, std::string& folder, const Command* command) {
    const Words words = resolve(all).words;
    const std::size_t settings = settings_.size();
    std::string within = folder;
    through_env(all, words, within);
    if (!words.empty()) program_of(words, folder, within, command);
    settings_.resize(settings);
  }

  /// What `env` in front of a program sets: variables, the folder, `-S` with words in one.
  void through_env(Words all, Words words, std::string& folder) {
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
        const std::size_t value =
            text[1] == 'S' ? 2 : std::min(text.find('='), text.size() - 1) + 1;
        std::string script = text.substr(value);
        while (++word != all.end()) script += " " + word->text;
        return nested(script, folder);
      }
    }
  }

  static void go(const std::string& target, std::string& folder) {
    folder = target.starts_with('/') ? target : folder + "/" + target;
  }

  /// `within`: where it runs; `folder`: where what follows runs.
  void program_of(Words words, std::string& folder, const std::string& within,
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

  struct Function {
    const Command* definition = nullptr;
    std::string_view text;  ///< in which it stands
  };

  /// The body with the arguments of this call. What stands for other expansions of the shell is
  /// any of them.
  void call_function(const Function& function, Words words, std::string& folder) {
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

  /// `read a b <<< 'f g'`: each name may be any of the words.
  void assign_fed(Words words) {
    if (fed_.words.empty() || values_.size() >= deeds_max) return;
    for (const Word& word : words.subspan(1)) {
      if (!is_flag(word)) values_[word.text] = fed_.words;
    }
  }

  /// What xargs starts, with the words that it reads where the text tells them.
  void each_argument(Words words, const std::string& folder) {
    std::string within = folder;
    const Words started = behind_xargs(words);
    if (started.empty()) return;
    if (fed_.finder != nullptr) return found_then(*fed_.finder, started, folder);
    std::vector<Word> whole(started.begin(), started.end());
    for (const std::string& text : fed_.words) {
      for (Word& word : whole) {
        if (word.text == "{}") word.text = text;
      }
      whole.emplace_back().text = text;
    }
    call(whole, within, nullptr);
  }

  /// `find . -name f | xargs rm` is `find . -name f -exec rm {} +`.
  void found_then(const Command& finder, Words started, const std::string& folder) {
    std::vector<Word> words(finder.words.begin() + finder.assignments, finder.words.end());
    words.emplace_back().text = "-exec";
    words.insert(words.end(), started.begin(), started.end());
    words.emplace_back().text = "{}";
    words.emplace_back().text = ";";
    found(words, folder);
  }

  /// `patch <f`, `patch -i f`, `git apply f`, `patch -p1 <<E`
  void patched(Words words, const Command* command, const std::string& folder) {
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

  void note_patch(const Word& file, const std::string& folder) {
    if (deeds_.patches.size() >= deeds_max || file.text.empty()) return;
    std::string path = folder;
    go(file.text, path);
    deeds_.patches.push_back(std::move(path));
  }

  void names_in(std::string_view patch, const std::string& folder) {
    for (const std::string& name : files_of_patch(patch)) {
      Word word;
      word.text = name;
      add(word, folder, "patch", false);
    }
  }

  void exported(Words words, const std::string& folder) {
    const bool exports = words.front().text == "export";
    for (const Word& word : words.subspan(1)) {
      remember(word, folder);
      if (exports && switches_off(word.text)) evade("export " + word.text);
      if (exports && reconfigures(word.text)) exported_.push_back(word.text);
    }
  }

  /// A person connects and disconnects; hooks are called by agents' own programs, and what they
  /// say of a session is believed.
  void disconnects(Words words) {
    const auto has = [&](std::string_view text) {
      return std::any_of(words.begin() + 1, words.end(),
                         [&](const Word& word) { return word.text == text; });
    };
    if (has("--help")) return;
    if (has("disconnect")) evade("assay disconnect");
    if (has("hook") && !has("check")) evade("assay hook");
  }

  static void enter(Words words, std::string& folder) {
    const auto target = std::find_if(words.begin() + 1, words.end(),
                                     [](const Word& word) { return !is_flag(word); });
    if (target == words.end() || !target->literal) return;
    go(target->text, folder);
  }

  void nested(const std::string& text, const std::string& folder) {
    const int depth = depth_;
    const std::string_view outer = text_;
    script(text, folder, depth + 1);
    depth_ = depth;
    text_ = outer;
  }

  void evaluate(Words words, const std::string& folder) {
    std::string text;
    for (const Word& word : words.subspan(1)) text += word.text + " ";
    nested(text, folder);
  }

  /// `bash <<EOF`, `python3 - <<EOF`.
  void input(const Command& command, Words words, std::string_view program,
             const std::string& folder) {
    for (const Redirection& redirection : command.redirections) {
      const bool is_text = redirection.op == TokenKind::here_string || redirection.body;
      if (!is_text) continue;
      const std::string& text = redirection.body ? redirection.body->text : redirection.target.text;
      if (reads_script_from_input(words)) nested(text, folder);
      if (lists(code_readers, program)) literals_of(text, folder, program);
    }
  }

  /// Code handed over as a word: what stands in quotes is a path, if the code writes at all.
  void code(Words words, std::string_view program, const std::string& folder) {
    if (const Word* code = find_code(words)) literals_of(code->text, folder, program);
  }

  void literals_of(std::string_view given, const std::string& folder, std::string_view program) {
    const std::string code = without_printing(given);
    const bool is_awk = lists(" awk gawk ", program);
    const bool is_perl = lists(" perl ruby ", program);
    const bool shows_mode = code.find("'>") != code.npos || code.find("\">") != code.npos;
    const bool writes =
        opens_to_write(code) || (is_perl && shows_mode) ||
        std::any_of(writing_words.begin(), writing_words.end(), [&](std::string_view word) {
          return code.find(word) != std::string_view::npos;
        });
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

  void literal_of(std::string_view text, std::string_view code, const std::string& folder,
                  std::string_view program) {
    Word word;
    word.text = text;
    if (text.starts_with('>')) word.text.erase(0, word.text.find_first_not_of("> "));
    const bool like_path = word.text.find_first_of(" \n(") == std::string::npos;
    const bool is_pattern = is_glob(word.text) && code.find("glob") == std::string_view::npos;
    if (like_path && !is_pattern) add(word, folder, std::string(program), false);
  }

  /// What xargs starts; what it adds is not known.
  static Words behind_xargs(Words words) {
    std::size_t i = 1;
    for (; i < words.size() && is_flag(words[i]); ++i) {
      if (lists(" -I -n -P -d -L -s -a -E ", words[i].text)) ++i;
    }
    return words.subspan(std::min(i, words.size()));
  }

  void operands(Words words, std::string_view program, const std::string& folder) {
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
  void into_folder(const std::vector<const Word*>& named, const std::string& folder,
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

  /// `cp -t FOLDER`, `-tFOLDER`; the words begin with the option.
  static std::optional<Word> target_option(Words words, std::string_view program) {
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

  /// `sed -n 'w f'`, `s/a/b/w f`
  void written_by_sed(Words words, const std::string& folder) {
    for (const Word& word : words.subspan(1)) {
      if (word.text.size() > word_bytes_max) continue;
      for (std::size_t at = 0; (at = word.text.find_first_of("wW", at)) != std::string::npos;
           ++at) {
        const std::string_view rest = std::string_view(word.text).substr(at + 1);
        Word file;
        file.text = trimmed(rest.substr(0, std::min(rest.find('\n'), path_bytes_max)));
        if (!is_glob(file.text)) add(file, folder, "sed", false);
      }
    }
  }

  /// `--output=FILE`.
  void output_option(const Word& word, std::string_view program, const std::string& folder) {
    for (const std::string_view name : {"--output=", "--output-document="}) {
      if (!word.text.starts_with(name)) continue;
      Word value = word;
      value.text.erase(0, name.size());
      add(value, folder, std::string(program), false);
    }
  }

  void output_of_dd(const std::vector<const Word*>& named, const std::string& folder) {
    for (const Word* word : named) {
      if (!word->text.starts_with("of=")) continue;
      Word value = *word;
      value.text.erase(0, 3);
      add(value, folder, "dd", false);
    }
  }

  void found(Words words, const std::string& folder) {
    std::size_t i = 1;
    std::vector<Word> roots;
    while (i < words.size() && lists(" -H -L -P ", words[i].text)) ++i;
    for (; i < words.size() && !is_flag(words[i]) && !lists(" ( ! ", words[i].text); ++i)
      roots.push_back(words[i]);
    if (roots.empty()) roots.emplace_back().text = ".";
    const std::vector<FindBranch> branches = branches_of(words.subspan(i), folder);
    const bool acts = std::any_of(branches.begin(), branches.end(),
                                  [](const FindBranch& branch) { return branch.acts; });
    for (const Word& root : roots) {
      for (const FindBranch& branch : branches) {
        if (!acts || branch.is_empty) continue;
        if (Write* write = add(root, folder, "find", true)) write->names = branch.names;
      }
    }
  }

  /// What an expression picks, in more cases rather than fewer: brackets are not minded.
  std::vector<FindBranch> branches_of(Words words, const std::string& folder) {
    std::vector<FindBranch> branches(1);
    bool negated = false;
    bool anything = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& text = words[i].text;
      const bool has_next = i + 1 < words.size();
      if (text == "!" || text == "-not") {
        anything = anything || (has_next && words[i + 1].text == "(");
        negated = true;
        continue;
      }
      FindBranch& branch = branches.back();
      if (lists(" -o -or , ", text)) {
        branches.emplace_back();
      } else if (lists(" -name -iname -path -ipath -wholename -iwholename ", text) && has_next) {
        const Word& value = words[++i];
        if (!negated && value.literal) branch.names.push_back(name_pattern(text, value, folder));
      } else if (text == "-empty") {
        branch.is_empty = !negated;
      } else if (text == "-prune" && i > 0 && leads_to_or(words.subspan(i + 1))) {
        passed_over(branches, words[i - 1].text == ")");
      } else if (text == "-delete") {
        branch.acts = true;
      } else if (lists(" -fprint -fls -fprintf -fprint0 ", text) && has_next) {
        add(words[++i], folder, "find", false);
      } else if (lists(" -exec -execdir -ok -okdir ", text)) {
        std::size_t end = i + 1;
        while (end < words.size() && !lists(" ; + ", words[end].text)) ++end;
        if (changes_found(words.subspan(i + 1, end - i - 1), folder)) branch.acts = true;
        i = end;
      }
      negated = false;
    }
    for (FindBranch& branch : branches) {
      if (anything) branch.names.clear();
    }
    return branches;
  }

  /// `-name x -prune -o`, `( -name x -o -name y ) -prune -o`
  static void passed_over(std::vector<FindBranch>& branches, bool all) {
    for (FindBranch& branch : branches) {
      if (!branch.acts && (all || &branch == &branches.back())) branch.is_empty = true;
    }
  }

  static bool leads_to_or(Words words) {
    const auto next =
        std::find_if(words.begin(), words.end(), [](const Word& word) { return word.text != ")"; });
    return next != words.end() && lists(" -o -or ", next->text);
  }

  static std::string name_pattern(std::string_view test, const Word& value,
                                  const std::string& folder) {
    std::string pattern = test.starts_with("-i") ? lowered(value.text) : value.text;
    if (test.ends_with("name") && !test.ends_with("wholename")) return "*/" + pattern;
    if (pattern.starts_with('*') || pattern.starts_with('/')) return pattern;
    return folder + "/" + pattern;
  }

  /// What find starts; whether that writes the files it is given.
  bool changes_found(Words started, const std::string& folder) {
    if (started.empty()) return false;
    const std::size_t before = deeds_.writes.size();
    std::string within = folder;
    call(started, within, nullptr);
    const auto begin = deeds_.writes.begin() + static_cast<long>(before);
    const auto given = std::remove_if(begin, deeds_.writes.end(), [&](const Write& write) {
      return write.path == folder + "/{}";
    });
    const bool changes = given != deeds_.writes.end();
    deeds_.writes.erase(given, deeds_.writes.end());
    return changes;
  }

  /// `curl -o f`, `curl -sLof`, `curl -O http://x/f`, `wget -O f`, `sort -o f`.
  void fetched(Words words, std::string_view program, const std::string& folder) {
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

  static bool sets_hooks_path(std::string_view text) {
    const std::string key = lowered(text);
    return key.starts_with("core.hookspath") || key.starts_with("include.path") ||
           key.starts_with("includeif.");
  }

  /// `alias.x=commit -n`, `alias.x=!rm f`
  void alias(std::string_view key, std::string_view value) {
    if (!lowered(key).starts_with("alias.") || value.empty()) return;
    nested(value.front() == '!' ? std::string(value.substr(1)) : "git " + std::string(value), "/");
  }

  /// `key=value`
  void git_setting(const std::string& option, const std::string& setting) {
    if (sets_hooks_path(setting)) evade("git " + option + " " + setting);
    const std::size_t equals = setting.find('=');
    if (equals != std::string::npos) alias(setting, std::string_view(setting).substr(equals + 1));
  }

  /// The options of git itself; returns the words from its command on.
  Words git_command(Words words, std::string& folder) {
    std::size_t i = 1;
    for (; i < words.size() && is_flag(words[i]); ++i) {
      const std::string& text = words[i].text;
      constexpr std::string_view by_variable = "--config-env=";
      if (text.starts_with("-c") && text.size() > 2) git_setting("-c", text.substr(2));
      if (text.starts_with(by_variable))
        git_setting("--config-env", text.substr(by_variable.size()));
      const bool valued = lists(" -C -c --git-dir --work-tree --namespace --config-env ", text);
      if (!valued || i + 1 >= words.size()) continue;
      const Word& value = words[++i];
      if (text == "-c" || text == "--config-env") git_setting(text, value.text);
      if (text == "-C" && value.literal) go(value.text, folder);
    }
    return words.subspan(std::min(i, words.size()));
  }

  void evade(std::string how) { deeds_.evasions.push_back(std::move(how)); }

  void git(Words words, std::string folder, const Command* command) {
    const Words rest = git_command(words, folder);
    if (rest.empty()) return;
    const std::string& name = rest.front().text;
    const bool runs_hooks = lists(" commit push merge am rebase cherry-pick revert pull ", name);
    if (runs_hooks) unverified(rest);
    around_hooks(settings_, runs_hooks);
    around_hooks(exported_, runs_hooks);
    if (name == "config") configure(rest);
    arrive(rest, folder);
    if (lists(" apply am ", name)) {
      for (const Word& word : rest.subspan(1)) {
        if (!is_flag(word)) note_patch(word, folder);
      }
      patched(rest, command, folder);
    }
    if (lists(" checkout restore ", name)) return checked_out(rest, folder);
    if (lists(" rm mv clean ", name)) {
      for (const Word& word : rest.subspan(1)) {
        if (!is_flag(word)) add_spec(word, folder, "git " + name, name != "clean");
      }
    }
  }

  /// Commits whose files come into the working tree without being named.
  void arrive(Words rest, const std::string& folder) {
    using Kind = Arrival::Kind;
    const std::string& name = rest.front().text;
    const auto has = [&](std::string_view flags) {
      return std::any_of(rest.begin() + 1, rest.end(),
                         [&](const Word& word) { return lists(flags, word.text); });
    };
    std::vector<std::string> operands;
    for (const Word& word : rest.subspan(1)) {
      if (word.text == "--") break;
      if (!is_flag(word)) operands.push_back(word.text);
    }
    if (name == "reset" && has(" --hard --merge --keep ") && !operands.empty())
      bring(Kind::whole, operands.front(), folder, "git reset");
    if (name == "read-tree" && has(" -u ") && !operands.empty())
      bring(Kind::whole, operands.back(), folder, "git read-tree -u");
    if (lists(" cherry-pick revert ", name)) {
      for (const std::string& commit : operands) bring(Kind::change, commit, folder, "git " + name);
    }
    if (name != "stash") return;
    const bool everything = has(" -u --include-untracked -a --all ");
    if (!has(" -- ")) stashed(operands, everything ? Kind::all_away : Kind::away, folder);
  }

  void stashed(const std::vector<std::string>& operands, Arrival::Kind away,
               const std::string& folder) {
    using Kind = Arrival::Kind;
    const std::string verb = operands.empty() ? "push" : operands.front();
    const std::string entry = operands.size() > 1 ? operands.back() : "stash@{0}";
    if (lists(" pop apply ", verb)) bring(Kind::change, entry, folder, "git stash " + verb);
    if (lists(" push save ", verb) && (verb == "save" || operands.size() < 2))
      bring(away, "HEAD", folder, "git stash");
  }

  void bring(Arrival::Kind kind, std::string revision, const std::string& folder, std::string how) {
    if (deeds_.arrivals.size() < deeds_max)
      deeds_.arrivals.push_back({kind, std::move(revision), folder, std::move(how)});
  }

  void around_hooks(const std::vector<std::string>& settings, bool runs_hooks) {
    for (const std::string& setting : settings) {
      if (switches_off(setting) || (runs_hooks && reconfigures(setting))) evade(setting);
    }
  }

  /// A path as git takes it: `:/f` and `:(top)f` begin at the top of the repository.
  void add_spec(const Word& word, const std::string& folder, const std::string& how, bool below) {
    Word path = word;
    std::string& text = path.text;
    if (text.starts_with(":!") || text.starts_with(":^")) return;
    if (text.starts_with(":/")) {
      text.replace(0, 2, std::string(top_of_repository) + "/");
    } else if (text.starts_with(":(")) {
      const std::size_t end = std::min(text.find(')'), text.size() - 1);
      const std::string magic = text.substr(0, end);
      if (magic.find("exclude") != std::string::npos) return;
      const bool top = magic.find("top") != std::string::npos;
      text.replace(0, end + 1, top ? std::string(top_of_repository) + "/" : "./");
    }
    add(path, folder, how, below);
  }

  /// What comes from another commit. What HEAD or the index has may always be put back.
  void checked_out(Words rest, const std::string& folder) {
    const std::string& name = rest.front().text;
    std::vector<const Word*> operands;
    std::string from;
    bool is_given = name == "restore";  // where the revision ends and paths begin is known
    for (std::size_t i = 1; i < rest.size(); ++i) {
      const std::string& text = rest[i].text;
      if (text == "--" && !is_given) {
        if (!operands.empty()) from = operands.front()->text;
        operands.clear();
        is_given = true;
      } else if (!is_flag(rest[i])) {
        operands.push_back(&rest[i]);
      } else if (name == "checkout" && lists(" -b -B --orphan --detach -d -t --track ", text)) {
        return;
      } else if (name == "restore" && lists(" -s --source ", text)) {
        if (i + 1 < rest.size()) from = rest[++i].text;
      } else if (name == "restore" && (text.starts_with("-s") || text.starts_with("--source="))) {
        from = text.substr(text[1] == 's' ? 2 : std::string_view("--source=").size());
      }
    }
    if (!is_given && operands.size() > 1) {
      from = operands.front()->text;
      operands.erase(operands.begin());
    }
    if (lists(" HEAD @ ", from) || from.empty()) return;
    for (const Word* word : operands) add_spec(*word, folder, "git " + name, true);
  }

  void unverified(Words rest) {
    const std::string& name = rest.front().text;
    constexpr std::string_view flag = "--no-verify";
    bool is_value = false;
    for (const Word& word : rest.subspan(1)) {
      if (std::exchange(is_value, false)) continue;
      if (word.text == "--") return;
      const bool spelled =
          word.text.size() >= std::string_view("--no-veri").size() && flag.starts_with(word.text);
      if (spelled || (name == "commit" && has_short_n(word.text)))
        evade("git " + name + " " + word.text);
      // The value of `-m` may be anything.
      is_value = lists(" -m -F -C -c -t --message --file --author --date --template ", word.text);
    }
  }

  /// `-n`, `-an`, `-nm`; not `-mn`, where the n is the message.
  static bool has_short_n(std::string_view text) {
    if (text.size() < 2 || text[0] != '-' || text[1] == '-') return false;
    for (const char c : text.substr(1)) {
      if (c == 'n') return true;
      if (std::string_view("mFCctSu").find(c) != std::string_view::npos) return false;
    }
    return false;
  }

  void configure(Words rest) {
    for (const Word& word : rest.subspan(1)) {
      if (lists(" --get --get-all --list -l get list ", word.text)) return;
    }
    const bool changes = std::any_of(rest.begin(), rest.end(), [](const Word& word) {
      return lists(" --unset --unset-all unset ", word.text);
    });
    for (std::size_t i = 1; i < rest.size(); ++i) {
      // Without a value it is only asked for.
      const auto value = std::find_if(rest.begin() + static_cast<long>(i) + 1, rest.end(),
                                      [](const Word& word) { return !is_flag(word); });
      const bool asks = value == rest.end() && !changes;
      if (sets_hooks_path(rest[i].text) && !asks) return evade("git config " + rest[i].text);
      if (value != rest.end()) alias(rest[i].text, value->text);
    }
  }

  Deeds& deeds_;
  int depth_ = 0;
  std::deque<Source> sources_;  // that were read: functions point into them
  std::map<std::string, Function> functions_;
  std::set<const Command*> active_;                         // functions that are being followed
  Fed fed_;                                                 // what the command reads
  std::string_view text_;                                   // that is being read
  std::map<std::string, std::vector<std::string>> values_;  // of variables, as the text gives them
  std::vector<std::string> settings_;                       // in front of the command
  std::vector<std::string> exported_;                       // that give git other settings
};

}  // namespace

Deeds deeds_of(std::string_view command, std::string_view folder) {
  Deeds deeds;
  DeedReader(deeds).script(command, std::string(folder), 0);
  return deeds;
}

}  // namespace assay::format::shell
