// SPDX-License-Identifier: MIT
#include "format/shell/invocation.h"

#include "format/shell/characters.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

constexpr std::string_view standard_places =
    " /bin/ /usr/bin/ /usr/local/bin/ /sbin/ /usr/sbin/ /opt/homebrew/bin/ ";
constexpr std::string_view remote_launchers =
    " docker podman nerdctl kubectl oc ssh vagrant lxc docker-compose ";

bool is_option(const Word& word) { return word.text.size() > 1 && word.text.front() == '-'; }

// The words behind the wrapper, its options and operands.
Words behind(const tools::Launcher& wrapper, Words words) {
  std::size_t i = 1;
  for (; i < words.size(); ++i) {
    const Word& word = words[i];
    if (word.is("--")) {
      ++i;
      break;
    }
    if (is_option(word)) {
      if (lists(wrapper.valued, word.text)) ++i;
    } else if (!word.assignment) {
      break;
    }
  }
  i += static_cast<std::size_t>(wrapper.operands);
  return i < words.size() ? words.subspan(i) : Words{};
}

bool has_word(Words words, std::string_view text) {
  return std::any_of(words.begin(), words.end(),
                     [&](const Word& word) { return word.text == text; });
}

bool has_letter(Words words, char letter) {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return is_option(word) && word.text[1] != '-' && word.text.find(letter) != std::string::npos;
  });
}

bool option_before_command(Words args, std::string_view options) {
  for (const Word& word : args) {
    if (!is_option(word)) return false;
    if (lists(options, word.text)) return true;
  }
  return false;
}

// Programs that return while what they started goes on.
bool detaches(std::string_view name, Words words) {
  const Words args = words.subspan(1);
  if (lists(" nohup disown setsid daemonize ", name)) return true;
  if (name == "sudo") return option_before_command(args, " -b --background ");
  if (name == "ssh") return option_before_command(args, " -f ") && !has_letter(args, 'N');
  if (name == "at") return !args.empty() && !lists(" -l -d -r -c -V ", args.front().text);
  if (name == "batch") return args.empty() || args.front().text == "-f";
  if (name == "systemd-run") {
    return !has_word(args, "--wait") && !has_word(args, "--scope") && !has_word(args, "--pipe") &&
           !has_word(args, "-P") && !has_word(args, "-t") && !has_word(args, "--pty");
  }
  if (name == "start-stop-daemon") return has_word(args, "-b") || has_word(args, "--background");
  if (name == "screen") return has_letter(args, 'd') && has_letter(args, 'm');
  if (name == "tmux") {
    const bool starts = has_word(args, "new") || has_word(args, "new-session");
    return starts && has_letter(args, 'd');
  }
  return false;
}

bool looks_up_only(Words words) {
  return words.size() > 1 && (words[1].text == "-v" || words[1].text == "-V");
}

// The options of a shell, up to its script.
std::optional<Script> script_of_shell(Words words) {
  Script script;
  bool takes_script = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (text == "--rcfile" || text == "--init-file") {
      ++i;
    } else if (text.size() > 1 && (text.front() == '-' || text.front() == '+') && text[1] != '-') {
      const bool on = text.front() == '-';
      takes_script = takes_script || text.find('c') != std::string_view::npos;
      if (text.find('e') != std::string_view::npos) script.errexit = on;
      if (text.find_first_of("pi") != std::string_view::npos) script.unobserved = on;
      if (text.find('o') != std::string_view::npos && i + 1 < words.size()) {
        ++i;
        if (words[i].text == "pipefail") script.pipefail = on;
        if (words[i].text == "errexit") script.errexit = on;
        if (words[i].text == "posix") script.unobserved = on;
      }
    } else if (text == "--posix") {
      script.unobserved = true;
    } else if (!text.starts_with("--")) {
      if (!takes_script) return {};
      script.text = &words[i];
      return script;
    }
  }
  return {};
}

// Programs that hand an argument to a shell: `su -c '...'`, `parallel '...' ::: a b`.
struct ShellUser {
  std::string_view programs;
  std::string_view options;  // whose value is the script; empty: its first operand
  std::string_view valued;
};

constexpr ShellUser shell_users[] = {
    {" su runuser sg ", " -c --command ", " "},
    {" nix-shell nix ", " --run --command ", " "},
    {" npx npm ", " -c --call ", " "},
    {" parallel ", "",
     " -j --jobs -P --max-procs --halt --halt-on-error --joblog -a --arg-file -C --colsep -I "
     "--timeout --retries -N -n --max-args -L --delay --results --tmpdir --workdir -S "
     "--tagstring --load --memfree "},
    {" hyperfine ", "", " -w --warmup -r --runs -m --min-runs -M -p --prepare -n -S -u -s -c "},
};

std::optional<Script> script_of_shell_user(Words words) {
  for (const ShellUser& user : shell_users) {
    if (!lists(user.programs, program_name(words.front()))) continue;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const bool marks = !user.options.empty() && lists(user.options, words[i].text);
      const bool operand = user.options.empty() && !is_option(words[i]);
      const Word* text = marks && i + 1 < words.size() ? &words[i + 1] : nullptr;
      if (operand) text = &words[i];
      // Without a blank it is the name of a program.
      if (text != nullptr && text->text.find(' ') == std::string::npos) return {};
      if (text != nullptr) {
        Script script;
        script.text = text;
        script.bash = false;
        script.launched = true;
        return script;
      }
      if (lists(user.valued, words[i].text)) ++i;
    }
  }
  return {};
}

constexpr std::string_view names_of_checks[] = {"test", "check",  "lint",
                                                "spec", "verify", "validate"};

}  // namespace

std::vector<std::string_view> texts_of(Words words) {
  std::vector<std::string_view> texts;
  texts.reserve(words.size());
  for (const Word& word : words) texts.emplace_back(word.text);
  return texts;
}

bool is_test_run(const Command& command) {
  if (command.kind != CommandKind::simple) return false;
  const Words words = Words(command.words).subspan(command.assignments);
  if (words.empty() || resolve(words).looks_up) return false;  // `command -v pytest`
  const bool only_tells = std::any_of(words.begin(), words.end(), [](const Word& word) {
    return lists(" --version -V --help -h version help ", word.text);
  });
  return !only_tells && tools::purpose_of(texts_of(words)) == tools::Purpose::test;
}

bool is_check_by_name(const Command& command) {
  if (is_test_run(command)) return true;
  if (command.kind != CommandKind::simple) return false;
  const Invocation invocation = resolve(Words(command.words).subspan(command.assignments));
  if (invocation.words.empty() || invocation.looks_up || !invocation.words.front().literal)
    return false;
  const tools::Purpose purpose = tools::purpose_of(texts_of(invocation.words));
  if (purpose == tools::Purpose::lint || purpose == tools::Purpose::typecheck) return true;
  const std::string_view program = invocation.words.front().text;
  const std::size_t slash = program.rfind('/');
  if (slash == std::string_view::npos || program.front() == '/') return false;
  const std::string_view name = program.substr(slash + 1);
  return std::any_of(std::begin(names_of_checks), std::end(names_of_checks),
                     [&](std::string_view word) { return name.find(word) != name.npos; });
}

std::string_view program_name(const Word& word) {
  const std::string_view text = word.text;
  if (!word.literal || text.empty()) return {};
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return text;
  return lists(standard_places, text.substr(0, slash + 1)) ? text.substr(slash + 1) : text;
}

Invocation resolve(Words words) {
  Invocation out{.words = words};
  while (!out.words.empty()) {
    const std::string_view name = program_name(out.words.front());
    if (out.detacher == nullptr && detaches(name, out.words)) out.detacher = &out.words.front();
    const tools::Launcher* wrapper = tools::find_wrapper(name);
    if (wrapper == nullptr) return out;
    if (name == "command" && looks_up_only(out.words)) {
      out.looks_up = true;
      return out;
    }
    const Words inside = behind(*wrapper, out.words);
    out.replaces_shell = out.replaces_shell || name == "exec";
    if (inside.empty() && name != "exec" && name != "builtin" && name != "command") return out;
    out.words = inside;
  }
  return out;
}

std::optional<Script> find_script(Words words) {
  if (words.empty()) return {};
  if (tools::is_shell(program_name(words.front()))) {
    auto script = script_of_shell(words);
    if (script) script->bash = program_name(words.front()) == "bash";
    return script;
  }
  if (auto script = script_of_shell_user(words)) return script;
  for (std::size_t i = 1; i + 2 < words.size(); ++i) {
    if (!tools::is_shell(program_name(words[i])) || !is_option(words[i + 1])) continue;
    auto script = script_of_shell(words.subspan(i));
    if (!script) continue;
    script->launched = true;
    script->remote = lists(remote_launchers, base_name(words.front().text));
    script->bash = program_name(words[i]) == "bash" && !script->remote;
    return script;
  }
  return {};
}

bool reads_script_from_input(Words words) {
  if (words.empty() || !tools::is_shell(program_name(words.front()))) return false;
  // What stands behind `-s` are arguments.
  const auto stop = std::find_if(words.begin() + 1, words.end(),
                                 [](const Word& word) { return word.text == "-s"; });
  return std::all_of(words.begin() + 1, stop, [](const Word& word) {
    return lists(" /dev/stdin /dev/fd/0 /proc/self/fd/0 - pipefail errexit nounset ", word.text) ||
           (is_option(word) && word.text.find('c') == std::string::npos);
  });
}

}  // namespace assay::format::shell
