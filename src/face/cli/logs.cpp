// SPDX-License-Identifier: MIT
// `assay logs`: the stored output of a run's commands, safe to look at on a terminal; of its agents
// as a transcript that people can read.
#include "api/history.h"
#include "face/cli/at_work.h"
#include "face/cli/commands.h"
#include "face/cli/transcript.h"
#include "format/text/columns.h"
#include "format/text/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

namespace assay::cli {

namespace {

constexpr std::uint64_t log_bytes_max = 64U << 20;

struct LogsFlags {
  std::string run = "last";
  std::vector<std::string> ids;
  bool follow = false;
  bool raw = false;
  bool list = false;
  std::uint32_t attempt = 0;  ///< 0: the last one
};

/// What belongs to task 1.2 is called 1.2-executor, 1.2-verify-7 and so on.
bool is_wanted(const LogsFlags& flags, const std::string& name) {
  return flags.ids.empty() ||
         std::any_of(flags.ids.begin(), flags.ids.end(), [&](const std::string& id) {
           return name == id || name.starts_with(id + "-");
         });
}

const api::RunView::Agent* agent_of(const api::RunView& view, const std::string& name) {
  const auto known = view.agents.find(name);
  return known == view.agents.end() ? nullptr : &known->second;
}

std::string heading_of(const api::RunView& view, const core::AttemptEnded& attempt) {
  std::string text =
      fmt::format("==> {} attempt {} <==\n", format::printable(attempt.name), attempt.key.attempt);
  const api::RunView::Agent* agent = agent_of(view, attempt.name);
  if (agent == nullptr) return text;
  std::string prompt = attempt.evidence.output.log_path;
  if (prompt.ends_with(".log")) prompt.replace(prompt.size() - 4, 4, ".prompt.md");
  text += fmt::format("agent   {}\n", format::printable(agent->program));
  if (!prompt.empty()) text += fmt::format("prompt  {}\n", format::printable(prompt));
  return text;
}

/// False: it could not be read, and that was told.
bool print_log(Session& session, const LogsFlags& flags, const api::RunView& view,
               const core::AttemptEnded& attempt, bool heading) {
  const core::Captured& output = attempt.evidence.output;
  const api::RunView::Agent* agent = agent_of(view, attempt.name);
  const bool readable = agent != nullptr && has_transcript(agent->dialect) && !flags.raw;
  if (heading || readable) session.tell(heading_of(view, attempt));
  if (output.log_path.empty()) return true;
  const auto bytes = session.outside.files().read(output.log_path, log_bytes_max);
  if (!bytes) {
    const bool pruned = bytes.error().fault == Fault::not_found && view.row.outcome;
    session.fail(pruned ? Error{Fault::not_found, bytes.error().what +
                                                      " (was it pruned? `assay ledger verify " +
                                                      view.row.run_id + "` tells)"}
                        : bytes.error());
    return false;
  }
  if (flags.raw) {
    session.out(*bytes);
  } else if (readable) {
    TranscriptReader reader(agent->dialect, agent->cwd);
    std::string beside = output.log_path;
    if (beside.ends_with(".log")) beside.replace(beside.size() - 4, 4, ".times");
    const auto times = session.outside.files().read(beside, log_bytes_max);
    session.tell(read_transcript(reader, *bytes, times ? *times : ""));
    session.tell(fmt::format("ended   {}\n", ended_text(attempt)));
  } else {
    session.out(format::printable(format::strip_escapes(*bytes)));
  }
  return true;
}

/// The last attempt of each command, or the attempt that was asked for.
std::vector<core::AttemptEnded> chosen(const LogsFlags& flags,
                                       const std::vector<core::AttemptEnded>& attempts) {
  std::map<std::uint32_t, core::AttemptEnded> last;
  for (const core::AttemptEnded& attempt : attempts) {
    if (!is_wanted(flags, attempt.name)) continue;
    if (flags.attempt != 0 && attempt.key.attempt != flags.attempt) continue;
    last.insert_or_assign(attempt.key.unit, attempt);
  }
  std::vector<core::AttemptEnded> result;
  for (auto& [unit, attempt] : last) result.push_back(std::move(attempt));
  return result;
}

/// One log that grows. Only whole lines are printed while it does: another log may be next.
struct Growing {
  std::size_t read = 0;
  std::string begun;  ///< the beginning of a line that has no end yet
  std::unique_ptr<TranscriptReader> transcript;
};

/// "unit-attempt2.log" is the second attempt of unit; empty: not a log.
std::string name_of_log(const std::string& file) {
  const std::size_t at = file.rfind("-attempt");
  return at == std::string::npos || !file.ends_with(".log") ? "" : file.substr(0, at);
}

class Follower {
 public:
  Follower(Session& session, const LogsFlags& flags, const api::Place& place, std::string run_id)
      : session_(session), flags_(flags), place_(place), run_id_(std::move(run_id)) {}

  /// Prints what the logs grow by, until the run is over.
  void run() {
    for (bool over = false; !over;) {
      const auto row = api::find_run(run_id_, place_, session_.outside);
      over = !row || row->outcome || !row->alive;
      for (const std::string& file : session_.outside.files().list(place_.log_dir(run_id_)))
        look_at(file, over);
      std::fflush(stdout);
      if (!over) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }

 private:
  void look_at(const std::string& file, bool over) {
    const std::string name = name_of_log(file);
    if (name.empty() || !is_wanted(flags_, name)) return;
    const auto known = logs_.find(file);
    Growing& log = known == logs_.end() ? begin(file, name) : known->second;
    const auto bytes =
        session_.outside.files().read(place_.log_dir(run_id_) + "/" + file, log_bytes_max);
    if (!bytes) return;
    std::string fresh = bytes->size() > log.read ? bytes->substr(log.read) : "";
    log.read = std::max(log.read, bytes->size());
    if (log.transcript) {
      std::string text = log.transcript->read(fresh);
      if (over) text += log.transcript->finish();
      return print(file, text);
    }
    log.begun += fresh;
    const std::size_t end = over ? log.begun.size() : log.begun.rfind('\n') + 1;
    std::string whole = log.begun.substr(0, end);
    log.begun.erase(0, end);
    if (over && !whole.empty() && whole.back() != '\n') whole += '\n';
    print(file, flags_.raw ? whole : format::printable(format::strip_escapes(whole)));
  }

  Growing& begin(const std::string& file, const std::string& name) {
    Growing& log = logs_[file];
    if (flags_.raw) return log;
    const auto view = api::show_run(run_id_, place_, session_.outside);
    const api::RunView::Agent* agent = view ? agent_of(*view, name) : nullptr;
    if (agent != nullptr && has_transcript(agent->dialect))
      log.transcript = std::make_unique<TranscriptReader>(agent->dialect, agent->cwd);
    return log;
  }

  void print(const std::string& file, const std::string& text) {
    if (text.empty()) return;
    const bool several = flags_.ids.size() != 1 || logs_.size() > 1;
    if (several && file != last_) session_.out(fmt::format("==> {} <==\n", file));
    last_ = file;
    session_.out(text);
  }

  Session& session_;
  const LogsFlags& flags_;
  const api::Place& place_;
  std::string run_id_;
  std::map<std::string, Growing> logs_;
  std::string last_;  ///< whose lines were printed last
};

/// What there is, for who asked for something else.
std::string names_of(const std::vector<core::AttemptEnded>& attempts) {
  constexpr std::size_t named_max = 30;
  std::vector<std::string> names;
  for (const core::AttemptEnded& attempt : attempts) {
    if (std::find(names.begin(), names.end(), attempt.name) == names.end())
      names.push_back(attempt.name);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), named_max); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > named_max) text += fmt::format(" and {} more", names.size() - named_max);
  return text;
}

void list_logs(Session& session, const api::RunView& view) {
  std::size_t width = 0;
  for (const core::AttemptEnded& attempt : view.attempts)
    width = std::max(width, format::columns(format::printable(attempt.name)));
  for (const core::AttemptEnded& attempt : view.attempts) {
    const std::string name = format::printable(attempt.name);
    session.out(fmt::format("{}  attempt {}  {}\n", format::padded(name, width),
                            attempt.key.attempt, ended_text(attempt).substr(name.size() + 2)));
  }
}

/// `assay logs 1.1` means the newest run: what is no run is an id.
Result<ledger::RunRow> find(Session& session, LogsFlags& flags, const api::Place& place) {
  auto row = api::find_run(flags.run, place, session.outside);
  if (row || row.error().fault != Fault::not_found) return row;
  auto last = api::find_run("last", place, session.outside);
  if (!last) return row;
  const auto view = api::show_run(last->run_id, place, session.outside);
  LogsFlags as_id = flags;
  as_id.ids = {flags.run};
  if (!view || chosen(as_id, view->attempts).empty()) return row;
  flags.ids.insert(flags.ids.begin(), flags.run);
  return last;
}

void logs(Session& session, LogsFlags flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto row = find(session, flags, *place);
  if (!row) return session.fail(row.error());
  if (flags.follow) return Follower(session, flags, *place, row->run_id).run();
  const auto view = api::show_run(row->run_id, *place, session.outside);
  if (!view) return session.fail(view.error());
  if (flags.list) return list_logs(session, *view);
  for (const std::string& id : flags.ids) {
    LogsFlags one = flags;
    one.ids = {id};
    if (!chosen(one, view->attempts).empty()) continue;
    const std::string names = names_of(view->attempts);
    return session.fail(
        Error{Fault::not_found,
              "run " + row->run_id + " has no log of '" + id + "'" +
                  (flags.attempt == 0 ? "" : fmt::format(" with an attempt {}", flags.attempt)) +
                  (names.empty() ? "" : "; it has: " + names)});
  }
  const std::vector<core::AttemptEnded> attempts = chosen(flags, view->attempts);
  if (attempts.empty())
    return session.fail(
        Error{Fault::not_found, "run " + row->run_id + " has no log" + (row->alive ? " yet" : "")});
  const bool heading = flags.ids.empty() || attempts.size() > 1;
  for (const core::AttemptEnded& attempt : attempts) {
    if (!print_log(session, flags, *view, attempt, heading)) return;
  }
}

}  // namespace

void add_logs(CLI::App& root, Session& session) {
  auto flags = std::make_shared<LogsFlags>();
  CLI::App* command = root.add_subcommand("logs", "Print what a run's commands and agents put out");
  command->add_option("RUN", flags->run, "Run id, a unique prefix of one, or 'last' (default)");
  command->add_option("ID", flags->ids, "Only these commands, agents or tasks");
  command->add_flag("-f,--follow", flags->follow, "Go on printing while the run runs");
  command->add_flag("-l,--list", flags->list, "Only the ids, with how each attempt ended");
  command->add_flag("--raw", flags->raw,
                    "The stored bytes: escape sequences and all, agents' own JSON");
  command->add_option("--attempt", flags->attempt, "This attempt. Default: the last")
      ->type_name("N");
  command->footer(
      "Agents' logs are printed as a transcript: what was said, which tool was called, how it "
      "ended.\n\n"
      "Examples:\n"
      "  assay logs                    everything of the newest run\n"
      "  assay logs last unit lint     two commands\n"
      "  assay logs last 1.1 -f        everything of task 1.1, while it is worked on");
  command->callback([flags, &session] { logs(session, *flags); });
}

}  // namespace assay::cli
