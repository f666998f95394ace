// SPDX-License-Identifier: MIT
// What git brings into a working tree, and the ways around its hooks.
#include "base/text/ascii.h"
#include "format/shell/deeds.h"

#include <algorithm>
#include <array>

namespace assay::format::shell {

namespace {

bool sets_hooks_path(std::string_view text) {
  const std::string key = lowered(text);
  return key.starts_with("core.hookspath") || key.starts_with("include.path") ||
         key.starts_with("includeif.");
}

/// `-n`, `-an`, `-nm`; not `-mn`, where the n is the message.
bool has_short_n(std::string_view text) {
  if (text.size() < 2 || text[0] != '-' || text[1] == '-') return false;
  for (const char c : text.substr(1)) {
    if (c == 'n') return true;
    if (std::string_view("mFCctSu").find(c) != std::string_view::npos) return false;
  }
  return false;
}

}  // namespace

bool switches_off(std::string_view setting) {
  constexpr std::array<std::string_view, 5> off{"HUSKY=0", "HUSKY_SKIP_HOOKS=1", "LEFTHOOK=0",
                                                "LEFTHOOK=false", "SKIP=assay"};
  return std::find(off.begin(), off.end(), setting) != off.end();
}

bool reconfigures(std::string_view setting) {
  for (const std::string_view name :
       {"GIT_CONFIG_PARAMETERS=", "GIT_CONFIG_COUNT=", "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=",
        "GIT_CONFIG_KEY_", "GIT_CONFIG="}) {
    if (setting.starts_with(name)) return true;
  }
  return false;
}

/// `alias.x=commit -n`, `alias.x=!rm f`
void DeedReader::alias(std::string_view key, std::string_view value) {
  if (!lowered(key).starts_with("alias.") || value.empty()) return;
  nested(value.front() == '!' ? std::string(value.substr(1)) : "git " + std::string(value), "/");
}

/// `key=value`
void DeedReader::git_setting(const std::string& option, const std::string& setting) {
  if (sets_hooks_path(setting)) evade("git " + option + " " + setting);
  const std::size_t equals = setting.find('=');
  if (equals != std::string::npos) alias(setting, std::string_view(setting).substr(equals + 1));
}

/// The options of git itself; returns the words from its command on.
Words DeedReader::git_command(Words words, std::string& folder) {
  std::size_t i = 1;
  for (; i < words.size() && is_flag(words[i]); ++i) {
    const std::string& text = words[i].text;
    constexpr std::string_view by_variable = "--config-env=";
    if (text.starts_with("-c") && text.size() > 2) git_setting("-c", text.substr(2));
    if (text.starts_with(by_variable)) git_setting("--config-env", text.substr(by_variable.size()));
    const bool valued = lists(" -C -c --git-dir --work-tree --namespace --config-env ", text);
    if (!valued || i + 1 >= words.size()) continue;
    const Word& value = words[++i];
    if (text == "-c" || text == "--config-env") git_setting(text, value.text);
    if (text == "-C" && value.literal) go(value.text, folder);
  }
  return words.subspan(std::min(i, words.size()));
}

void DeedReader::git(Words words, std::string folder, const Command* command) {
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
void DeedReader::arrive(Words rest, const std::string& folder) {
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

void DeedReader::stashed(const std::vector<std::string>& operands, Arrival::Kind away,
                         const std::string& folder) {
  using Kind = Arrival::Kind;
  const std::string verb = operands.empty() ? "push" : operands.front();
  const std::string entry = operands.size() > 1 ? operands.back() : "stash@{0}";
  if (lists(" pop apply ", verb)) bring(Kind::change, entry, folder, "git stash " + verb);
  if (lists(" push save ", verb) && (verb == "save" || operands.size() < 2))
    bring(away, "HEAD", folder, "git stash");
}

void DeedReader::bring(Arrival::Kind kind, std::string revision, const std::string& folder,
                       std::string how) {
  if (deeds_.arrivals.size() < deeds_max)
    deeds_.arrivals.push_back({kind, std::move(revision), folder, std::move(how)});
}

void DeedReader::around_hooks(const std::vector<std::string>& settings, bool runs_hooks) {
  for (const std::string& setting : settings) {
    if (switches_off(setting) || (runs_hooks && reconfigures(setting))) evade(setting);
  }
}

/// A path as git takes it: `:/f` and `:(top)f` begin at the top of the repository.
void DeedReader::add_spec(const Word& word, const std::string& folder, const std::string& how,
                          bool below) {
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
void DeedReader::checked_out(Words rest, const std::string& folder) {
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

void DeedReader::unverified(Words rest) {
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

void DeedReader::configure(Words rest) {
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

}  // namespace assay::format::shell
