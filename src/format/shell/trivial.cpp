// SPDX-License-Identifier: MIT
// Programs by what their status means: those that only show, ask or tidy up, those that drop the
// status of what they start, and code for interpreters that does one or the other.
#include "format/shell/invocation.h"

#include <algorithm>
#include <cctype>

namespace assay::format::shell {
namespace {

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
  std::string_view flag;      // behind which the code stands; empty: it is the first operand
  std::string_view printers;  // calls that only print
  std::initializer_list<std::string_view> starts;
  std::initializer_list<std::string_view> raises;  // starts something and raises if that fails
  std::initializer_list<std::string_view> ends;    // ways to fail
  std::initializer_list<std::string_view> looks;   // a status, which must then be compared
};

const Language languages[] = {
    {" python python3 python2 pypy3 ",
     "-c",
     " print pass None True ",
     {"system(", "subprocess", "os.popen(", "os.spawn", "getoutput(", "getstatusoutput("},
     {"check_call(", "check_output(", "check=True", "runpy.", "exec("},
     {"exit(", "raise", "assert", "check_returncode", "SystemExit", "unittest", "pytest"},
     {"returncode"}},
    {" node nodejs bun deno zx ",
     "-e",
     " console.log console.error console.info ",
     {"child_process", ".nothrow()"},
     {"execSync(", "execFileSync(", "$`"},
     {"process.exit", "exitCode", "throw", "assert", "reject(", "node:test"},
     {".status", "code"}},
    {" perl ",
     "-e",
     " print say printf ",
     {"system", "`", "qx"},
     {"autodie"},
     {"exit", "die"},
     {"$?"}},
    {" ruby ",
     "-e",
     " puts print p ",
     {"system", "`", "spawn", "%x"},
     {"exception: true"},
     {"exit", "abort", "raise", "assert", "unless", "||"},
     {"$?"}},
    {" php ",
     "-r",
     " echo print ",
     {"system(", "exec(", "passthru(", "shell_exec("},
     {},
     {"exit", "die", "throw", "assert"},
     {}},
    {" lua luajit lua5.1 lua5.2 lua5.3 lua5.4 ",
     "-e",
     " print io.write ",
     {"os.execute(", "io.popen("},
     {},
     {"os.exit(", "error(", "assert", "luaunit", "describe("},
     {}},
    {" Rscript R ",
     "-e",
     " print cat message ",
     {"system(", "system2("},
     {},
     {"quit(", "q(", "stop(", "stopifnot(", "test"},
     {}},
    {" julia ",
     "-e",
     " print println ",
     {"ignorestatus("},
     {},
     {"exit(", "error(", "throw(", "@assert", "@test"},
     {"exitcode"}},
    {" elixir ",
     "-e",
     " IO.puts ",
     {"System.cmd(", "System.shell(", ":os.cmd("},
     {},
     {"System.halt(", "System.stop(", "raise", "exit(", "0} =", "0}=", "ExUnit", "assert"},
     {}},
    {" octave octave-cli ",
     "--eval",
     " disp printf ",
     {"system("},
     {},
     {"exit(", "error(", "assert", "test"},
     {}},
    {" emacs ",
     "--eval",
     " message princ ",
     {"(shell-command", "(call-process"},
     {},
     {"kill-emacs", "error", "ert-"},
     {}},
    {" tclsh wish jimsh ",
     "",
     " puts ",
     {"catch {exec", "catch { exec", "catch {eval exec"},
     {},
     {"exit", "error", "if", "return -code"},
     {}},
    {" guile ", "-c", " display ", {"(system "}, {}, {"exit", "(error", "throw"}, {}},
    {" groovy ",
     "-e",
     " println print ",
     {".execute()"},
     {},
     {"System.exit", "assert", "throw", "exitValue"},
     {}},
    {" expect ", "-c", " puts send_user ", {"spawn"}, {}, {"exit", "wait"}, {}},
    {" awk gawk mawk nawk ",
     "",
     " ",
     {"system(", "| getline", "|getline"},
     {},
     {"exit", "if", "= system", "=system", "while"},
     {}},
};

// What ends a program well is no way to fail.
std::string without_successes(std::string_view code) {
  std::string out(code);
  for (const std::string_view word :
       {"exit(0)", "exit()", "exit 0", "exitCode = 0", "exitCode=0", "exit;", "exit}", "exit }"}) {
    for (std::size_t at = out.find(word); at != std::string::npos; at = out.find(word, at)) {
      out.erase(at, word.size());
    }
  }
  return out;
}

bool is_javascript(std::string_view program) { return lists(" node nodejs bun deno zx ", program); }

const Language* language_of(std::string_view program) {
  for (const Language& language : languages) {
    if (lists(language.programs, program)) return &language;
  }
  return nullptr;
}

bool is_in_dotted_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// True if every name in it is a printer or stands in an import.
bool only_prints(const Language& language, std::string_view code) {
  std::string name;
  bool any = false;
  for (const char c : std::string(code) + ";") {
    if (is_in_dotted_name(c)) {
      name.push_back(c);
      continue;
    }
    const bool number = !name.empty() && name.find_first_not_of("0123456789.") == std::string::npos;
    if (!name.empty() && !number && !lists(language.printers, name)) return false;
    any = any || !name.empty();
    name.clear();
  }
  return any || code.find_first_not_of(" ;\n") == std::string_view::npos;
}

// `import sys; sys.exit(0)`: nothing is left of it.
bool only_leaves_well(std::string_view rest) {
  for (std::string_view line = rest; !line.empty();) {
    const std::size_t end = std::min(line.find_first_of(";\n"), line.size());
    std::string_view statement = line.substr(0, end);
    while (statement.starts_with(' ')) statement.remove_prefix(1);
    while (statement.ends_with(' ')) statement.remove_suffix(1);
    const bool idle = statement.empty() || lists(" sys. os. process. ", statement) ||
                      statement == "import sys" || statement == "import os";
    if (!idle) return false;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return true;
}

// `|| perl -e1`, `|| python3 -c 'x = 1'`, `|| node /dev/null`: code that has no word for a failure
// answers one with a success. What it starts decides for itself.
bool answers_by_code(Words words) {
  const std::string_view program = program_name(words.front());
  const bool shell = tools::is_shell(program) || lists(" . source ", program);
  const Language* language = language_of(program);
  if (!shell && language == nullptr) return false;
  if (words.size() == 2 && words[1].text == "/dev/null") return true;
  if (language == nullptr) return false;
  const Word* code = find_code(words);
  const bool joined = code == nullptr && words.size() == 2 && !language->flag.empty() &&
                      words[1].literal && words[1].text.starts_with(language->flag);
  if (code == nullptr && !joined) return false;
  const std::string rest = without_successes(
      joined ? std::string_view(words[1].text).substr(language->flag.size()) : code->text);
  if (only_leaves_well(rest)) return true;
  return !has_any(rest, language->ends) && !has_any(rest, language->looks) &&
         !has_any(rest, language->raises) && !has_any(rest, language->starts) &&
         !has_any(rest, {"require", "import ", "use ", "open", "load", "include", "doctest"});
}

}  // namespace

bool is_trivial(Words words, bool answering) {
  if (words.empty()) return true;
  const std::string_view name = program_name(words.front());
  const Words args = words.subspan(1);
  if (tools::has_trait(name, tools::Trait::shows) || only_tells_version(args)) return true;
  if (answering && tools::has_trait(name, tools::Trait::answers)) return true;
  if (answering && lists(" help read mapfile readarray ", name)) return true;
  // `bash -n script` reads it and runs nothing.
  if (answering && lists(" bash sh dash zsh ", name) && !args.empty() && args[0].text == "-n")
    return true;
  if (answering && answers_by_code(words)) return true;
  if (name == "cmake" && args.size() > 1 && args[0].text == "-E")
    return lists(" true echo echo_append sleep touch environment capabilities ", args[1].text);
  if (answering && name == "xargs") {
    const auto started = std::find_if(args.begin(), args.end(),
                                      [](const Word& word) { return !word.text.starts_with('-'); });
    const Words behind(started, args.end());
    return behind.empty() ||
           tools::has_trait(program_name(behind.front()), tools::Trait::succeeds) ||
           is_trivial(behind, true);
  }
  // What everybody has says nothing about the check that failed; a test may look at its status.
  if (answering && tools::has_trait(name, tools::Trait::harmless) && !lists(" test [ [[ ", name))
    return true;
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

namespace {

// `vim -es +'!./check' +q`, `sed '1e ./check' file`, `sed 's/x/y/e' file`
const Word* find_editor_command(std::string_view name, Words words) {
  const bool vim = lists(" vim vi nvim ex view ", name);
  if (!vim && !lists(" sed gsed ssed ", name)) return nullptr;
  const Word* found = nullptr;
  for (const Word& word : words.subspan(1)) {
    const std::string_view text = word.text;
    if (vim && has_any(text, {"cq", "cquit"})) return nullptr;
    const std::size_t bang = text.find('!');
    if (vim && bang != text.npos && text.substr(bang + 1).find_first_not_of(" ") != text.npos &&
        !lists(" q! wq! x! qa! +q! +wq! +qa! +x! ", text))
      found = &word;
    if (vim || text.starts_with('-')) continue;
    const std::size_t address = std::min(text.find_first_not_of("0123456789$,~ "), text.size());
    const std::string_view edit = text.substr(address);
    const bool runs = edit.starts_with("e ") && edit.size() > 2;
    const bool evaluates = edit.starts_with('s') && edit.size() > 4 &&
                           !std::isalnum(static_cast<unsigned char>(edit[1])) &&
                           edit.ends_with(std::string{edit[1], 'e'});
    if (runs || evaluates) found = &word;
  }
  return found;
}

}  // namespace

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
  if (const Word* word = find_editor_command(name, words)) return word;
  if (name == "gdb") {
    const auto has = [&](std::string_view texts) {
      return std::any_of(words.begin() + 1, words.end(),
                         [&](const Word& word) { return lists(texts, word.text); });
    };
    const bool runs = has(" -batch --batch ") && has(" run r ");
    if (runs && !has(" -return-child-result --return-child-result ")) return &words.front();
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
  const bool by_flag = !language->flag.empty();
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    const bool marks = text == language->flag ||
                       (language->flag == "-e" && lists(" --eval -p -pe --print ", text));
    if (by_flag && marks)
      return i + 1 < words.size() && words[i + 1].literal ? &words[i + 1] : nullptr;
    if (!by_flag && lists(" -v -F ", text)) ++i;
    if (!by_flag && text == "-f") return nullptr;
    if (!text.starts_with('-')) return by_flag || !words[i].literal ? nullptr : &words[i];
  }
  return nullptr;
}

namespace {

// The lines below `at` that are indented deeper than its own; also what follows on the same line.
std::string_view block_below(std::string_view code, std::size_t at) {
  const std::size_t begin = at == 0 ? 0 : code.rfind('\n', at - 1) + 1;
  const std::size_t indent = std::min(code.find_first_not_of(" \t", begin), code.size()) - begin;
  std::size_t end = std::min(code.find('\n', at), code.size());
  while (end < code.size()) {
    const std::size_t line = end + 1;
    const std::size_t text = std::min(code.find_first_not_of(" \t", line), code.size());
    const bool blank = text == code.size() || code[text] == '\n';
    if (!blank && text - line <= indent) break;
    end = std::min(code.find('\n', line), code.size());
  }
  return code.substr(at, end - at);
}

// `with suppress(Exception): check_call(...)`: all that can raise stands below it, and nothing else
// ends the program.
bool suppresses(const Language& language, std::string_view code) {
  const std::size_t at = code.find("suppress(");
  if (at == std::string_view::npos) return false;
  const std::string_view block = block_below(code, at);
  const std::string_view named = block.substr(0, block.find(')'));
  if (!has_any(named, {"Exception", "CalledProcessError", "SystemExit", "OSError"})) return false;
  const std::string rest =
      std::string(code.substr(0, at)) + std::string(code.substr(at + block.size()));
  return has_any(block, language.raises) && !has_any(rest, language.raises) &&
         !has_any(rest, language.ends);
}

// Whatever happens before, the program ends well: `atexit.register(os._exit, 0)`.
struct Override {
  std::string_view programs;
  std::string_view when;
  std::initializer_list<std::string_view> ends_well;
};

const Override overrides[] = {
    {" python python3 python2 pypy3 ", "atexit", {"_exit(0)", "_exit, 0", "_exit,0"}},
    {" python python3 python2 pypy3 ", "finally:", {"exit(0)"}},
    {" node nodejs bun deno zx ", "on('exit'", {"exitCode = 0", "exitCode=0", "exit(0)"}},
    {" node nodejs bun deno zx ", "on(\"exit\"", {"exitCode = 0", "exitCode=0", "exit(0)"}},
    {" ruby ", "at_exit", {"exit!(0)", "exit! 0", "exit!(true)", "exit! true", "exit(0)"}},
    {" perl ", "END", {"$? = 0", "$?=0", "_exit(0)"}},
    {" php ", "register_shutdown_function", {"exit(0)"}},
};

bool ends_well_anyway(std::string_view program, std::string_view code) {
  return std::any_of(std::begin(overrides), std::end(overrides), [&](const Override& each) {
    const std::size_t at = lists(each.programs, program) ? code.find(each.when) : code.npos;
    return at != code.npos && has_any(code.substr(at), each.ends_well);
  });
}

// `try: check_call(...) except: pass`: all that can raise stands in the try, and behind it nothing
// ends the program.
bool drops_exception(const Language& language, std::string_view code) {
  const std::size_t begin = code.find("try");
  const std::size_t caught = std::min(code.find("except"), code.find("catch"));
  if (begin == std::string_view::npos || caught == std::string_view::npos || caught < begin)
    return false;
  const std::string_view tried = code.substr(begin, caught - begin);
  const std::string_view before = code.substr(0, begin);
  const std::string_view behind = code.substr(caught);
  return has_any(tried, language.raises) && !has_any(before, language.raises) &&
         !has_any(behind, language.raises) && !has_any(before, language.ends) &&
         !has_any(behind, language.ends);
}

}  // namespace

bool starts_programs(std::string_view program, std::string_view code) {
  // Scripts that ask for a version or a commit live with the answer no.
  if (has_any(code, {"git", "describe", "--version", "which", "uname"})) return false;
  if (program.starts_with("python")) return has_any(code, {"subprocess", "system("});
  if (is_javascript(program)) return has_any(code, {"child_process", "$`"});
  if (lists(" perl ruby ", program)) return has_any(code, {"system(", "system "});
  if (lists(" awk gawk mawk nawk ", program)) return true;
  const Language* language = language_of(program);
  return language != nullptr && program != "php" && has_any(code, language->starts);
}

CodeKind judge_code(std::string_view program, std::string_view code) {
  const Language* language = language_of(program);
  if (language == nullptr) return CodeKind::unknown;
  const std::string bare = without_strings(code);
  if (only_prints(*language, bare)) return CodeKind::shows_only;
  const std::string rest = without_successes(code);
  const bool compares = has_any(
      bare, {"if", "==", "!=", "?", "unless", "while", "&&", "||", " and ", " or ", "exit", "=>"});
  const bool fails = has_any(rest, language->ends) || (has_any(rest, language->looks) && compares);
  const bool raises = has_any(rest, language->raises);
  if (drops_exception(*language, rest) || suppresses(*language, rest))
    return CodeKind::drops_status;
  // A pattern of JavaScript has an exec() too.
  const bool starts = has_any(code, language->starts) &&
                      (!is_javascript(program) || starts_programs(program, code));
  const bool drops =
      (starts && !fails && !raises) || ((starts || raises) && ends_well_anyway(program, code));
  return drops ? CodeKind::drops_status : CodeKind::unknown;
}

std::string_view interpreter_of(std::string_view script) {
  if (!script.starts_with("#!")) return {};
  std::string_view line = script.substr(2, std::min(script.find('\n'), script.size()) - 2);
  while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
  for (const Language& language : languages) {
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      const std::string_view name = base_name(line.substr(at, end - at));
      if (lists(language.programs, name)) return name;
      at = end + 1;
    }
  }
  return {};
}

}  // namespace assay::format::shell
