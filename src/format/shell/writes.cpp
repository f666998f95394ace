// SPDX-License-Identifier: MIT
#include "format/shell/writes.h"

#include "base/text/ascii.h"
#include "format/shell/invocation.h"
#include "format/shell/parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace assay::format::shell {

namespace {

constexpr int scripts_deep_max = 6;
constexpr std::size_t deeds_max = 2000;

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
    if (mode.find_first_of("wax+") < mode.find_first_of("'\"")) return true;
  }
  return false;
}

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
    if (depth > scripts_deep_max) return;
    depth_ = depth;
    const Parsed parsed = parse(text, {0, static_cast<std::uint32_t>(text.size()), true});
    list(parsed.list, folder);
  }

 private:
  /// A folder that a command changes holds for those behind it.
  void list(const List& some, std::string& folder) {
    for (const Item& item : some.items) {
      for (const Command& command : item.commands) this->command(command, folder);
    }
  }

  void command(const Command& command, std::string& folder) {
    for (const Redirection& redirection : command.redirections) redirect(redirection, folder);
    for (const Word& word : command.words) inside(word, folder);
    if (command.kind == CommandKind::simple) simple(command, folder);
    const bool apart =
        command.kind == CommandKind::subshell || command.kind == CommandKind::function;
    std::string within = folder;
    for (const List& part : command.parts) list(part, apart ? within : folder);
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
      add(redirection.target, folder, "redirection", false);
    inside(redirection.target, folder);
    if (redirection.body) inside(*redirection.body, folder);
  }

  void add(const Word& word, const std::string& folder, std::string how, bool below) {
    if (word.text.empty() || deeds_.writes.size() >= deeds_max) return;
    const bool leads_away =
        word.text.front() == '/' || word.text.front() == '~' || word.text.front() == '$';
    deeds_.writes.push_back({.path = leads_away ? word.text : folder + "/" + word.text,
                             .below = below,
                             .literal = word.literal,
                             .how = std::move(how)});
  }

  void simple(const Command& command, std::string& folder) {
    if (command.assignments >= command.words.size()) return;
    const Words all = Words(command.words).subspan(command.assignments);
    switched_off(Words(command.words).first(command.assignments), all);
    const Words words = resolve(all).words;
    if (words.empty()) return;
    const std::string_view program = base_name(words.front().text);
    if (program == "cd" || program == "pushd") return enter(words, folder);
    if (program == "git") return git(words, folder);
    if (program == "eval") return evaluate(words, folder);
    if (program == "xargs") return operands(behind_xargs(words), folder);
    if (const auto script = find_script(words); script && script->text->literal)
      nested(script->text->text, folder);
    input(command, words, program, folder);
    if (lists(code_readers, program)) code(words, program, folder);
    operands(words, program, folder);
  }

  static void enter(Words words, std::string& folder) {
    const auto target = std::find_if(words.begin() + 1, words.end(),
                                     [](const Word& word) { return !is_flag(word); });
    if (target == words.end() || !target->literal) return;
    folder = target->text.starts_with('/') ? target->text : folder + "/" + target->text;
  }

  void nested(const std::string& text, const std::string& folder) {
    const int depth = depth_;
    script(text, folder, depth + 1);
    depth_ = depth;
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

  void literals_of(std::string_view code, const std::string& folder, std::string_view program) {
    const bool writes = std::any_of(
        writing_words.begin(), writing_words.end(),
        [&](std::string_view word) { return code.find(word) != std::string_view::npos; });
    if (!writes && !opens_to_write(code)) return;
    for (std::size_t at = 0; (at = code.find_first_of("'\"`", at)) != std::string_view::npos;) {
      const auto end = code.find(code[at], at + 1);
      if (end == std::string_view::npos) return;
      Word word;
      word.text = code.substr(at + 1, end - at - 1);
      const bool like_path = word.text.find_first_of(" \n(") == std::string::npos;
      if (like_path) add(word, folder, std::string(program), false);
      at = end + 1;
    }
  }

  /// What xargs starts; what it adds is not known.
  static Words behind_xargs(Words words) {
    std::size_t i = 1;
    for (; i < words.size() && is_flag(words[i]); ++i) {
      if (lists(" -I -n -P -d -L -s -a -E ", words[i].text)) ++i;
    }
    return words.subspan(std::min(i, words.size()));
  }

  void operands(Words words, const std::string& folder) {
    if (!words.empty()) operands(words, base_name(words.front().text), folder);
  }

  void operands(Words words, std::string_view program, const std::string& folder) {
    std::vector<const Word*> named;
    bool options = true;
    for (const Word& word : words.subspan(1)) {
      if (options && word.text == "--") {
        options = false;
      } else if (options && is_flag(word)) {
        output_option(word, program, folder);
      } else {
        named.push_back(&word);
      }
    }
    const bool below = lists(recursive, program);
    const std::string how(program);
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
      found(words, named, folder);
    } else if (lists(" curl wget ", program)) {
      fetched(words, folder);
    }
  }

  /// `cp x/assay.yaml .`
  void into_folder(const std::vector<const Word*>& named, const std::string& folder,
                   const std::string& how) {
    for (std::size_t i = 0; i + 1 < named.size(); ++i) {
      Word word = *named.back();
      word.text += "/" + std::string(base_name(named[i]->text));
      add(word, folder, how, false);
    }
  }

  /// `cp -t FOLDER`, `--output=FILE`.
  void output_option(const Word& word, std::string_view program, const std::string& folder) {
    for (const std::string_view name : {"--output=", "--target-directory=", "--output-document="}) {
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

  void found(Words words, const std::vector<const Word*>& named, const std::string& folder) {
    const bool removes = std::any_of(words.begin(), words.end(), [](const Word& word) {
      return word.text == "-delete" || lists(" rm mv tee truncate ", base_name(word.text));
    });
    if (removes && !named.empty()) add(*named.front(), folder, "find", true);
  }

  void fetched(Words words, const std::string& folder) {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (lists(" -o -O --output --output-document ", words[i].text))
        add(words[i + 1], folder, std::string(base_name(words.front().text)), false);
    }
  }

  /// Variables by which managers of hooks are switched off: `HUSKY=0 git commit`.
  void switched_off(Words assignments, Words words) {
    const auto looks = [&](const Word& word) {
      for (const std::string_view off :
           {"HUSKY=0", "HUSKY_SKIP_HOOKS=1", "LEFTHOOK=0", "LEFTHOOK=false", "SKIP=assay"}) {
        if (word.text == off) deeds_.evasions.emplace_back(off);
      }
      if (word.text.starts_with("GIT_CONFIG_") && word.text.find("hooksPath") != std::string::npos)
        deeds_.evasions.push_back(word.text);
    };
    for (const Word& word : assignments) looks(word);
    for (const Word& word : words) {
      if (word.assignment || word.text.starts_with("HUSKY=") || word.text.starts_with("LEFTHOOK="))
        looks(word);
    }
  }

  static bool sets_hooks_path(std::string_view text) {
    return lowered(text).starts_with("core.hookspath");
  }

  /// The options of git itself; returns the words from its command on.
  Words git_command(Words words, std::string& folder) {
    std::size_t i = 1;
    for (; i < words.size() && is_flag(words[i]); ++i) {
      const std::string& text = words[i].text;
      const bool valued = lists(" -C -c --git-dir --work-tree --namespace --config-env ", text);
      if (!valued || i + 1 >= words.size()) continue;
      const Word& value = words[++i];
      if (text == "-c" && sets_hooks_path(value.text)) evade("git -c " + value.text);
      if (text == "-C" && value.literal)
        folder = value.text.starts_with('/') ? value.text : folder + "/" + value.text;
    }
    return words.subspan(std::min(i, words.size()));
  }

  void evade(std::string how) { deeds_.evasions.push_back(std::move(how)); }

  void git(Words words, std::string folder) {
    const Words rest = git_command(words, folder);
    if (rest.empty()) return;
    const std::string& name = rest.front().text;
    if (lists(" commit push merge am rebase cherry-pick ", name)) unverified(rest);
    if (name == "config") configure(rest);
    if (lists(" checkout restore rm mv clean ", name)) {
      for (const Word& word : rest.subspan(1)) {
        if (!is_flag(word)) add(word, folder, "git " + name, lists(" rm mv ", name));
      }
    }
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
      is_value =
          lists(" -m -F -C -c -t --message --file --author --date --template -o ", word.text);
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
    for (std::size_t i = 1; i < rest.size(); ++i) {
      // Without a value it is only asked for.
      const bool asks = i + 1 >= rest.size() && rest.size() == 2;
      if (sets_hooks_path(rest[i].text) && !asks) evade("git config " + rest[i].text);
    }
  }

  Deeds& deeds_;
  int depth_ = 0;
};

}  // namespace

Deeds deeds_of(std::string_view command, std::string_view folder) {
  Deeds deeds;
  DeedReader(deeds).script(command, std::string(folder), 0);
  return deeds;
}

}  // namespace assay::format::shell
