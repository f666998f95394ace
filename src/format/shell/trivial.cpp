// SPDX-License-Identifier: MIT
// Programs by what their status means: those that only show, ask or tidy up, those that drop the
// status of what they start, and code for interpreters that does one or the other.
#include "format/shell/invocation.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

constexpr std::string_view show =
    " cat tac head tail less more ls dir echo printf date cal pwd whoami id uname hostname env "
    "printenv wc df du ps top free uptime which type hash tree file stat basename dirname realpath "
    "readlink nproc seq sleep touch mkdir rm rmdir mv ln chmod chown tee nl od xxd hexdump "
    "base64 base32 basenc rev uudecode column fold fmt pr tput stty clear reset sync lscpu lsblk "
    "logger wall groups tty arch ";
constexpr std::string_view show_when_answering =
    " grep egrep fgrep rg ag sed awk gawk cut sort uniq tr diff jq yq dmesg journalctl cp tar zip "
    "gzip notify-send xdg-open open mail kill pkill killall wait curl wget ";

bool only_tells_version(Words args) {
  return !args.empty() && std::all_of(args.begin(), args.end(), [](const Word& word) {
    return lists(" --version -V -version version --help -h help ", word.text);
  });
}

bool has_any(std::string_view code, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return code.find(word) != std::string_view::npos;
  });
}

// The code with its string literals emptied: what is left is what it does.
std::string without_strings(std::string_view code) {
  std::string out;
  char quote = '\0';
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (quote != '\0') {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = '\0';
      }
      continue;
    }
    if (c == '\'' || c == '"' || c == '`') quote = c;
    out.push_back(quote != '\0' ? '"' : c);
  }
  return out;
}

struct Language {
  std::string_view programs;
  std::string_view flag;
  std::string_view printers;  // calls that only print
  std::initializer_list<std::string_view> starts;
  std::initializer_list<std::string_view> looks;  // ways to fail, or to look at a status
};

const Language languages[] = {
    {" python python3 python2 pypy3 ",
     "-c",
     " print ",
     {"os.system(", "subprocess.call(", "subprocess.run(", "os.popen(", "subprocess.Popen(",
      "getoutput(", "getstatusoutput("},
     {"exit(", "raise", "assert", "check=True", "returncode", "check_returncode", "SystemExit"}},
    {" node nodejs bun deno ",
     "-e",
     " console.log console.error console.info ",
     {"exec(", "spawn(", "spawnSync(", "execFile("},
     {"process.exit", "exitCode", "throw", "assert", ".status", "execSync", "execFileSync"}},
    {" perl ", "-e", " print say printf ", {"system", "`", "qx"}, {"exit", "die", "$?", "autodie"}},
    {" ruby ",
     "-e",
     " puts print p ",
     {"system", "`", "spawn", "%x"},
     {"exit", "abort", "raise", "exception", "$?", "assert"}},
    {" php ",
     "-r",
     " echo print ",
     {"system(", "exec(", "passthru(", "shell_exec("},
     {"exit", "die", "throw", "assert"}},
};

const Language* language_of(std::string_view program) {
  for (const Language& language : languages) {
    if (lists(language.programs, program)) return &language;
  }
  return nullptr;
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// True if every name in it is a printer or stands in an import.
bool only_prints(const Language& language, std::string_view code) {
  std::string name;
  bool any = false;
  for (const char c : std::string(code) + ";") {
    if (is_name(c)) {
      name.push_back(c);
      continue;
    }
    const bool number = !name.empty() && name.find_first_not_of("0123456789.") == std::string::npos;
    if (!name.empty() && !number) {
      if (!lists(language.printers, name)) return false;
      any = true;
    }
    name.clear();
  }
  return any || code.find_first_not_of(" ;\n") == std::string_view::npos;
}

}  // namespace

bool is_trivial(Words words, bool answering) {
  if (words.empty()) return true;
  const std::string_view name = program_name(words.front());
  const Words args = words.subspan(1);
  if (lists(show, name) || only_tells_version(args)) return true;
  if (answering && lists(show_when_answering, name)) return true;
  if (name == "git" && !args.empty())
    return lists(" log status show branch rev-parse describe remote config ", args[0].text) ||
           (answering && args[0].text == "diff");
  if ((name == "docker" || name == "podman" || name == "kubectl") && !args.empty())
    return lists(" ps images rm stop kill ", args[0].text) ||
           (answering && lists(" logs describe get inspect compose ", args[0].text));
  return false;
}

bool is_file_test(Words words) {
  if (!words.empty() && words.front().is("!")) words = words.subspan(1);
  return words.size() == 2 && lists(" -e -f -d -r -w -x -L -h -a ", words[0].text) &&
         words[1].literal;
}

const Word* find_dropped_status(Words words) {
  if (words.size() < 2) return nullptr;
  const std::string_view name = program_name(words.front());
  if (name == "find") {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (!lists(" -exec -execdir -ok -okdir ", words[i].text)) continue;
      std::size_t end = i + 1;
      while (end < words.size() && words[end].text != ";" && words[end].text != "+") ++end;
      const bool joined = end < words.size() && words[end].text == "+";
      if (!joined && !is_trivial(resolve(words.subspan(i + 1, end - i - 1)).words, true))
        return &words[i];
    }
  }
  if (name == "script") {
    const bool runs = std::any_of(words.begin() + 1, words.end(), [](const Word& word) {
      return word.text.starts_with("-") && !word.text.starts_with("--") &&
             word.text.find('c') != std::string::npos;
    });
    const bool returns = std::any_of(words.begin() + 1, words.end(), [](const Word& word) {
      return word.text == "--return" || (word.text.starts_with("-") && word.text[1] != '-' &&
                                         word.text.find('e') != std::string::npos);
    });
    const bool long_form = std::any_of(words.begin() + 1, words.end(), [](const Word& word) {
      return word.text.starts_with("--command");
    });
    if ((runs || long_form) && !returns) return &words.front();
  }
  return nullptr;
}

const Word* find_code(Words words) {
  const Language* language = words.empty() ? nullptr : language_of(program_name(words.front()));
  if (language == nullptr) return nullptr;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (text == language->flag || (text == "--eval" && language->flag == "-e"))
      return words[i + 1].literal ? &words[i + 1] : nullptr;
    if (!text.starts_with('-')) return nullptr;
  }
  return nullptr;
}

CodeKind judge_code(std::string_view program, std::string_view code) {
  const Language* language = language_of(program);
  if (language == nullptr) return CodeKind::unknown;
  if (only_prints(*language, without_strings(code))) return CodeKind::shows_only;
  const auto has = [&](const auto& words) { return has_any(code, words); };
  if (has(language->starts) && !has(language->looks)) return CodeKind::drops_status;
  return CodeKind::unknown;
}

}  // namespace assay::format::shell
