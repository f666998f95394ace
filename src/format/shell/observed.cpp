// SPDX-License-Identifier: MIT
#include "format/shell/observed.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"
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

  // `v=$(node --version 2>/dev/null)` expects that there may be none; a program of the workspace is
  // not hushed up that easily.
  static bool is_hushed(const List& list) {
    if (list.items.empty()) return false;
    const Command& last = list.items.back().commands.back();
    if (last.kind != CommandKind::simple || last.words.size() <= last.assignments) return false;
    const std::string_view name = last.words[last.assignments].text;
    return is_quiet(last) && name.find('/') == std::string_view::npos && name != "false";
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
/// text of -c`, or `pid, $$, E, status`.
struct Report {
  explicit Report(std::string_view line) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() < 4) return;
    pid = number_of(fields[0]);
    shell = number_of(fields[1]);
    kind = fields[2].empty() ? '\0' : fields[2].front();
    status = number_of(fields[3]);
    if (kind != 'L') return;
    if (fields.size() < 10) {
      kind = '\0';
      return;
    }
    pipe = numbers_of(fields[4]);
    const bool named = fields[5] != "environment" && fields[5] != "main";
    file = named ? fields[5] : "";
    line_number = fields[6];
    command = fields[7];
    source = fields[9];
  }

  int pid = 0;
  int shell = 0;
  char kind = '\0';
  int status = 0;
  std::vector<int> pipe;
  std::string file;
  std::string line_number;
  std::string command;
  std::string source;
};

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

bool is_harmless(const Report& report, std::string_view source) {
  if (report.status == broken_pipe || is_foreign(report.file)) return true;
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
    if (report.kind == 'L') failures.push_back(std::move(report));
  }
  std::vector<LostFailure> lost;
  for (const Report& report : failures) {
    if (lost.size() >= lost_max) break;
    const auto end = ended.find(report.shell);
    const bool passed_on = report.shell != run.shell && end != ended.end() && end->second != 0;
    if (passed_on) continue;
    const std::string source =
        report.file.empty() || !run.script ? report.source : run.script(report.file);
    if (is_harmless(report, source)) continue;
    LostFailure failure{shown(report.command), report.status, ""};
    if (!report.file.empty()) failure.place = shown(report.file + ":" + report.line_number);
    lost.push_back(std::move(failure));
  }
  return lost;
}

}  // namespace assay::format
