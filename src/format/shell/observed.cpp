// SPDX-License-Identifier: MIT
#include "format/shell/observed.h"

#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "format/shell/characters.h"
#include "format/shell/invocation.h"
#include "format/shell/literal.h"
#include "format/shell/parser.h"

#include <algorithm>
#include <map>

namespace assay::format {
namespace {

using core::LostFailure;
using shell::Command;
using shell::CommandKind;
using shell::Join;
using shell::List;
using shell::lists;
using shell::Word;
using shell::Words;

constexpr std::size_t lost_max = 16;
constexpr std::size_t shown_max = 120;
constexpr std::size_t sourced_max = 8;
constexpr int case_lines_max = 60;
constexpr int broken_pipe = 141;
constexpr int by_signal = 128;

// Status 1 is their no.
constexpr std::string_view askers =
    " grep egrep fgrep zgrep rg ag ack expr which type hash pgrep pidof read mapfile readarray "
    "getopts id getent stat ls ping nc host nslookup dpkg rpm dpkg-query pkg-config shopt isatty "
    "tty jobs fgconsole lsof findmnt mountpoint modinfo lsmod ";
// They put away what may not be there, or dress up a terminal.
constexpr std::string_view housekeepers =
    " rm rmdir unlink mkdir ln chmod chown touch kill pkill killall fuser umount stty tput clear "
    "reset ulimit renice unset unalias trap sleep sync disown deactivate setterm ";
constexpr std::string_view asking_git =
    " config describe rev-parse symbolic-ref merge-base ls-files show-ref check-ignore ls-remote "
    "var name-rev ";
// Set up shells; what fails in them is between them and their authors.
constexpr std::string_view foreign_places[] = {
    "/.nvm/",   "/.sdkman/", "/.rvm/",      "/.asdf/",    "/.pyenv/",   "/.rbenv/",
    "/.volta/", "/.cargo/",  "/miniconda",  "/anaconda",  "/etc/",      "/usr/share/",
    "/.local/", "/.config/", "/miniforge3", "/.bash_it/", "/nvm/nvm.sh"};

std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\n') out.push_back(c);
  }
  return out;
}

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find('\037', begin), line.size());
    std::string field(line.substr(begin, end - begin));
    std::replace(field.begin(), field.end(), '\036', '\n');
    fields.push_back(std::move(field));
    if (end == line.size()) return fields;
    begin = end + 1;
  }
}

int number_of(std::string_view text) {
  return static_cast<int>(shell::literal_number(text).value_or(0));
}

std::vector<int> numbers_of(std::string_view text) {
  std::vector<int> numbers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    numbers.push_back(number_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return numbers;
}

std::string shown(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(decode_utf8(text, 0).length, 1);
    const bool blank = text.front() == '\n' || text.front() == '\t';
    const std::string piece = blank ? " " : printable(text.substr(0, length));
    if (out.size() + piece.size() > shown_max) break;
    out += piece;
    text.remove_prefix(length);
  }
  return out;
}

bool has_any_word(Words words, std::initializer_list<std::string_view> wanted) {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return std::find(wanted.begin(), wanted.end(), word.text) != wanted.end();
  });
}

bool writes_file(const Command& command) {
  return std::any_of(command.redirections.begin(), command.redirections.end(), [](const auto& r) {
    return (r.op == shell::TokenKind::great || r.op == shell::TokenKind::append) &&
           !r.target.is("/dev/null");
  });
}

bool is_quiet(const Command& command) {
  return std::any_of(command.redirections.begin(), command.redirections.end(),
                     [](const auto& r) { return r.target.is("/dev/null") || r.target.is("-"); });
}

/// A failure of one simple command, the question being put by its name and arguments.
class Question {
 public:
  /// `text` is what the positions in the syntax refer to.
  Question(int status, std::string_view source, std::string_view text)
      : status_(status), source_(source), text_(text) {}

  bool asks(const List& list) const {
    if (list.items.empty() || list.items.back().commands.empty()) return false;
    return asks(list.items.back().commands.back());
  }

  bool asks(const Command& command) const {
    switch (command.kind) {
      case CommandKind::arithmetic: return true;
      case CommandKind::subshell:
      case CommandKind::group: return asks(command.parts.at(0));
      case CommandKind::test: return !stands_alone(command);
      case CommandKind::simple: return asks_simple(command);
      case CommandKind::branch:
      case CommandKind::loop:
      case CommandKind::each:
      case CommandKind::choice:
      case CommandKind::function:
      case CommandKind::coproc: break;
    }
    return false;
  }

  // `v=$(node --version 2>/dev/null)` expects that there may be none; a program of the workspace is
  // not hushed up that easily.
  static bool is_hushed(const List& list) {
    if (list.items.empty()) return false;
    const Command& last = list.items.back().commands.back();
    if (last.kind != CommandKind::simple || last.words.size() <= last.assignments) return false;
    const std::string_view name = last.words[last.assignments].text;
    return is_quiet(last) && name.find('/') == std::string_view::npos && name != "false";
  }

 private:
  bool asks_simple(const Command& command) const {
    const Words words = Words(command.words).subspan(command.assignments);
    if (words.empty()) return asks_by_assignment(command);
    const shell::Invocation invocation = shell::resolve(words);
    if (invocation.looks_up) return true;
    if (invocation.words.empty()) return false;
    const std::string_view name = program_name(invocation.words.front());
    const Words args = invocation.words.subspan(1);
    if (name == "let") return true;
    if (name == "[" || name == "test") return !stands_alone(command);
    if (lists(housekeepers, name)) return true;
    if (lists(askers, name)) return status_ == 1 || (name == "ls" && status_ == 2);
    if (name == "cp" || name == "mv") return has_any_word(args, {"-n", "--no-clobber"});
    if (name == "wait")
      return status_ >= by_signal || source_.find("kill") != std::string_view::npos;
    if (name == "cmp" || name == "diff" || name == "comm")
      return status_ == 1 && (writes_file(command) || is_quiet(command) ||
                              has_any_word(args, {"-q", "--brief", "-s", "--silent", "--quiet"}));
    if (name == "git") return asks_git(args);
    if (name == "docker" || name == "podman" || name == "docker-compose")
      return !args.empty() &&
             has_any_word(args.first(std::min<std::size_t>(args.size(), 2)),
                          {"rm", "rmi", "stop", "kill", "inspect", "down", "logout", "network",
                           "volume", "image", "container", "wait", "ps"});
    if (name == "systemctl" || name == "service" || name == "kubectl")
      return has_any_word(args, {"is-active", "is-enabled", "status", "delete", "stop"});
    return false;
  }

  bool asks_git(Words args) const {
    std::size_t i = 0;
    while (i + 1 < args.size() && (args[i].text == "-C" || args[i].text == "-c")) i += 2;
    if (i >= args.size()) return false;
    if (lists(asking_git, args[i].text)) return true;
    return args[i].text == "diff" && has_any_word(args, {"--quiet"});
  }

  // `v=$(git describe)`: what is asked is what stands in the substitution.
  bool asks_by_assignment(const Command& command) const {
    bool any = false;
    for (const Word& word : command.words) {
      for (const shell::Substitution& inside : word.substitutions) {
        any = true;
        if (!asks(inside.list) && !is_hushed(inside.list)) return false;
      }
    }
    return any;
  }

  // A test that is a statement asserts something; in `[ x ] && y` it asks.
  bool stands_alone(const Command& command) const {
    const std::string around = squeezed(source_);
    const std::string own = squeezed(text_of(command));
    if (own.empty()) return false;
    bool found = false;
    for (std::size_t at = around.find(own); at != std::string::npos;
         at = around.find(own, at + 1)) {
      found = true;
      const std::string_view behind = std::string_view(around).substr(at + own.size(), 2);
      if (behind == "&&" || behind == "||") return false;
    }
    return found;
  }

  std::string_view text_of(const Command& command) const {
    return text_.substr(std::min<std::size_t>(command.at.begin, text_.size()),
                        command.at.end - command.at.begin);
  }

  int status_;
  std::string_view source_;
  std::string_view text_;
};

/// One report of a shell: `pid, $$, L, status, statuses of the pipeline, file, line, command, next,
/// text of -c, where the shell began`, the same with `S` for the last command of a
/// subshell, whose next is the command that the subshell stands in, or `pid, $$, E, status`.
struct Report {
  explicit Report(std::string_view line) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() < 4) return;
    pid = number_of(fields[0]);
    shell = number_of(fields[1]);
    kind = fields[2].empty() ? '\0' : fields[2].front();
    status = number_of(fields[3]);
    if (kind != 'L' && kind != 'S') return;
    if (fields.size() < 10) {
      kind = '\0';
      return;
    }
    pipe = numbers_of(fields[4]);
    const bool named = fields[5] != "environment" && fields[5] != "main";
    file = named ? fields[5] : "";
    line_number = fields[6];
    command = fields[7];
    next = fields[8];
    source = fields[9];
    if (fields.size() > 10) home = fields[10];
  }

  int pid = 0;
  int shell = 0;
  char kind = '\0';
  int status = 0;
  std::vector<int> pipe;
  std::string file;
  std::string line_number;
  std::string command;
  std::string next;
  std::string source;
  std::string home;
};

/// A path as the shell that told it means it.
std::string path_told(const Report& report, const std::string& path) {
  return path.starts_with('/') || report.home.empty() ? path : report.home + "/" + path;
}

bool is_foreign(const std::string& file) {
  return std::any_of(std::begin(foreign_places), std::end(foreign_places),
                     [&](auto place) { return file.find(place) != std::string::npos; });
}

/// Calls `visit` with each pipeline of a list, in every depth.
template <class Visit>
void each_pipeline(const List& list, const Visit& visit) {
  for (const shell::Item& item : list.items) {
    const std::span<const Command> commands(item.commands);
    for (std::size_t begin = 0; begin < commands.size();) {
      std::size_t end = begin + 1;
      while (end < commands.size() && commands[end].join == Join::pipe) ++end;
      visit(commands.subspan(begin, end - begin));
      begin = end;
    }
    for (const Command& command : commands) {
      for (const List& part : command.parts) each_pipeline(part, visit);
    }
  }
}

/// A failure left in a pipeline whose last command was content: which command it was is found in
/// the text.
bool pipeline_asks(const Report& report, std::string_view source) {
  const shell::Parsed parsed =
      shell::parse(source, {0, static_cast<std::uint32_t>(source.size()), true});
  const std::string last = squeezed(report.command);
  bool all = false;
  each_pipeline(parsed.list, [&](std::span<const Command> stages) {
    if (stages.size() != report.pipe.size()) return;
    const shell::Span at = stages.back().at;
    if (squeezed(source.substr(at.begin, at.end - at.begin)) != last) return;
    all = true;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      if (report.pipe[i] == 0 || report.pipe[i] == broken_pipe) continue;
      all = all && Question(report.pipe[i], source, source).asks(stages[i]);
    }
  });
  return all;
}

/// `[ "$(a)" ]`, `[ -n "$(a)" ]`, `[[ -z $(a) ]]`, `[ "$(a)" != "" ]`: whether anything was
/// printed.
bool asks_for_any_text(Words words) {
  const auto is_empty = [](const Word& word) { return word.literal && word.text.empty(); };
  const auto inside = [](const Word& word) { return !word.substitutions.empty(); };
  if (words.size() == 1) return inside(words[0]);
  if (words.size() == 2) return lists(" -n -z ", words[0].text) && inside(words[1]);
  return words.size() == 3 && lists(" = == != ", words[1].text) &&
         ((inside(words[0]) && is_empty(words[2])) || (inside(words[2]) && is_empty(words[0])));
}

/// Programs that say with status 1 what their output says, too.
constexpr std::string_view comparers = " diff cmp comm git ";

/// A substitution that failed, in a command that looks at nothing but whether something was
/// printed: what ended badly may well have said something, or nothing.
bool is_lost_in_words(const Report& report, std::string_view source) {
  // `[ -n "$(ls | grep x | head -1)" ]`: which of them failed is not told apart there.
  if (report.pipe.size() > 1) return false;
  const shell::Parsed around =
      shell::parse(report.next, {0, static_cast<std::uint32_t>(report.next.size()), true});
  if (around.error || around.list.items.empty()) return false;
  const Command& command = around.list.items.back().commands.back();
  Words words = command.words;
  if (command.kind == CommandKind::simple) {
    words = words.subspan(command.assignments);
    if (words.empty() || !lists(" [ test ", words.front().text)) return false;
    const bool closed = words.front().text == "[" && words.back().text == "]";
    words = words.subspan(1, words.size() - (closed ? 2 : 1));
  } else if (command.kind != CommandKind::test) {
    return false;
  }
  if (!asks_for_any_text(words)) return false;
  const std::string_view program =
      std::string_view(report.command).substr(0, report.command.find(' '));
  if (report.status == 1 && lists(comparers, program)) return false;
  const shell::Parsed own =
      shell::parse(report.command, {0, static_cast<std::uint32_t>(report.command.size()), true});
  return !own.error && !Question::is_hushed(own.list) &&
         !shell::is_question(report.command, report.status, source);
}

/// The lines of a text, counted from 1; empty: it has none of that number.
std::string_view line_of(std::string_view text, int number) {
  for (int at = 1; at < number && !text.empty(); ++at)
    text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  return text.substr(0, text.find('\n'));
}

/// `return $count`, `return "${count}"`: the variable.
std::string_view returned_variable(std::string_view command) {
  constexpr std::string_view word = "return ";
  if (!command.starts_with(word)) return {};
  std::string_view name = trimmed(command.substr(word.size()), "\"");
  if (!name.starts_with('$')) return {};
  name = trimmed(name.substr(1), "{}");
  return std::all_of(name.begin(), name.end(), shell::is_name_char) ? name : std::string_view();
}

/// The text of a function up to where it gives back its number; empty: the text has none.
std::string_view function_in(std::string_view text, std::string_view name, std::string_view end) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool begins =
        at == 0 || text[at - 1] == '\n' || text.substr(0, at).ends_with("function ");
    const std::string_view behind = trimmed(text.substr(at + name.size(), 4));
    if (!begins || !(behind.starts_with('(') || behind.starts_with('{'))) continue;
    const std::size_t last = text.find(end, at);
    return last == std::string_view::npos ? std::string_view() : text.substr(at, last - at);
  }
  return {};
}

/// What a script reads in: `. ./lib.sh`, `source lib.sh`.
std::vector<std::string> sourced_by(std::string_view text, std::string_view script) {
  std::vector<std::string> files;
  const std::string folder(script.substr(0, script.rfind('/') + 1));
  while (!text.empty() && files.size() < sourced_max) {
    const std::string_view line = trimmed(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    for (const std::string_view word : {". ", "source "}) {
      if (!line.starts_with(word)) continue;
      std::string file(trimmed(line.substr(word.size()), "\"' "));
      // `. "$(dirname "$0")/lib.sh"` is a file beside the script.
      files.push_back(folder + file.substr(file.rfind('/') + 1));
      files.push_back(std::move(file));
    }
  }
  return files;
}

/// A function of a library that gives a number back as its status: `plan_tests 7` with `tests=$1`
/// and `return $tests`. The shell tells the line of the call. Neither that nor the function handles
/// any status.
bool returns_number(const Report& report, std::string_view source, const ObservedRun& run) {
  const std::string_view name = returned_variable(report.command);
  if (name.empty() || report.file.empty() || !run.script) return false;
  const std::string_view call = trimmed(line_of(source, number_of(report.line_number)));
  if (call.empty() || call.find_first_of("$`") != std::string_view::npos) return false;
  const std::string_view function = call.substr(0, call.find(' '));
  std::string body(function_in(source, function, report.command));
  for (const std::string& file : sourced_by(source, report.file)) {
    if (body.empty())
      body = function_in(run.script(path_told(report, file)), function, report.command);
  }
  const bool given =
      contains(body, std::string(name) + "=$1") || contains(body, std::string(name) + "=${1");
  if (!given) return false;
  for (const std::string_view handles : {"$?", "`", "$(", "||", "PIPESTATUS", "\"$@\"", "eval"}) {
    if (contains(body, handles)) return false;
  }
  return true;
}

/// Programs and functions that hold one thing against another, as far as their names tell.
bool asserts(std::string_view command) {
  for (const std::string_view word : {"test_", "assert", "expect", "check_", "verify_", "cmp ",
                                      "diff ", "grep ", "test ", "[ "}) {
    if (command.starts_with(word)) return true;
  }
  return false;
}

/// A case of a library of tests: its text is handed to `eval`, whose status the library looks at on
/// the next line, and what follows the failure there is an assertion: the case means it to fail.
bool is_meant_in_case(const Report& report, std::string_view source) {
  if (report.file.empty() || source.empty() || !asserts(report.next)) return false;
  if (contains(source, report.command)) return false;
  const int line = number_of(report.line_number);
  for (int at = line; at > std::max(0, line - case_lines_max); --at) {
    if (!trimmed(line_of(source, at)).starts_with("eval ")) continue;
    return contains(line_of(source, at + 1), "$?");
  }
  return false;
}

bool is_harmless(const Report& report, std::string_view source, const ObservedRun& run) {
  if (report.status == broken_pipe || is_foreign(report.file)) return true;
  if (returns_number(report, source, run) || is_meant_in_case(report, source)) return true;
  if (report.kind == 'S') return !is_lost_in_words(report, source);
  const bool piped = report.pipe.size() > 1;
  const auto failed = [](int status) { return status != 0 && status != broken_pipe; };
  if (piped && std::none_of(report.pipe.begin(), report.pipe.end(), failed)) return true;
  if (piped && std::any_of(report.pipe.begin(), report.pipe.end() - 1, failed))
    return pipeline_asks(report, source);
  return shell::is_question(report.command, report.status, source);
}

}  // namespace

bool shell::is_question(std::string_view command, int status, std::string_view source) {
  const Parsed parsed = parse(command, {0, static_cast<std::uint32_t>(command.size()), true});
  if (parsed.error) return false;
  return Question(status, source, command).asks(parsed.list);
}

std::vector<LostFailure> lost_failures(const std::vector<std::string>& reports,
                                       const ObservedRun& run) {
  std::vector<Report> failures;
  std::map<int, int> ended;
  for (const std::string& line : reports) {
    Report report(line);
    if (report.kind == 'E') ended[report.pid] = report.status;
    if (report.kind == 'L' || report.kind == 'S') failures.push_back(std::move(report));
  }
  std::vector<LostFailure> lost;
  for (const Report& report : failures) {
    if (lost.size() >= lost_max) break;
    const auto end = ended.find(report.shell);
    const bool passed_on = report.shell != run.shell && end != ended.end() && end->second != 0;
    if (passed_on) continue;
    const std::string source = report.file.empty() || !run.script
                                   ? report.source
                                   : run.script(path_told(report, report.file));
    if (is_harmless(report, source, run)) continue;
    LostFailure failure{shown(report.command), report.status, ""};
    if (!report.file.empty()) failure.place = shown(report.file + ":" + report.line_number);
    lost.push_back(std::move(failure));
  }
  return lost;
}

}  // namespace assay::format
