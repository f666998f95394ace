// SPDX-License-Identifier: MIT
// `assay logs`: the stored output of a run's commands, safe to look at on a terminal; of its agents
// as a transcript that people can read.
#include "api/logs.h"

#include "api/events.h"
#include "base/text/columns.h"
#include "base/text/escape.h"
#include "face/cli/at_work.h"
#include "face/cli/commands.h"
#include "face/cli/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::cli {

namespace {

constexpr std::uint64_t log_bytes_max = 64U << 20;
constexpr Millis look_every{500};

struct LogsFlags {
  api::LogsRequest request;
  bool follow = false;
  bool raw = false;
  bool list = false;
};

const api::RunView::Agent* agent_of(const api::RunView& view, const std::string& name) {
  const auto known = view.agents.find(name);
  return known == view.agents.end() ? nullptr : &known->second;
}

std::string heading_of(const api::RunView& view, const core::AttemptEnded& attempt) {
  std::string text =
      fmt::format("==> {} attempt {} <==\n", printable(attempt.name), attempt.key.attempt);
  const api::RunView::Agent* agent = agent_of(view, attempt.name);
  if (agent == nullptr) return text;
  std::string prompt = attempt.evidence.output.log_path;
  if (prompt.ends_with(".log")) prompt.replace(prompt.size() - 4, 4, ".prompt.md");
  text += fmt::format("agent   {}\n", printable(agent->program));
  if (!prompt.empty()) text += fmt::format("prompt  {}\n", printable(prompt));
  return text;
}

/// A build service obeys lines like "::error::" wherever they come from.
std::string for_service(Session& session, std::string text) {
  for (const char* name : {"GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"}) {
    if (!session.outside.variable(name).value_or("").empty())
      return without_workflow_commands(text);
  }
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
  const auto site = session.site();
  if (!site) return session.fail(site.error()), false;
  const auto bytes = api::read_log(output, *site, log_bytes_max);
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
    session.tell(for_service(session, read_transcript(reader, *bytes, times ? *times : "")));
    session.tell(fmt::format("ended   {}\n", ended_text(attempt)));
  } else {
    session.out(for_service(session, printable(strip_escapes(*bytes))));
  }
  return true;
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
  Follower(Session& session, const LogsFlags& flags, const api::Site& site,
           api::Following following)
      : session_(session),
        flags_(flags),
        folder_(site.place.state.logs(following.view().row.run_id)),
        following_(std::move(following)) {}

  /// Prints what the logs grow by, until the run is over.
  void run() {
    for (bool over = false; !over;) {
      over = !following_.next(look_every) || following_.is_over();
      for (const std::string& file : session_.outside.files().list(folder_)) look_at(file, over);
      std::fflush(stdout);
    }
  }

 private:
  void look_at(const std::string& file, bool over) {
    const std::string name = name_of_log(file);
    if (name.empty() || !api::is_wanted(flags_.request, name)) return;
    const auto known = logs_.find(file);
    Growing& log = known == logs_.end() ? begin(file, name) : known->second;
    const auto bytes = session_.outside.files().read(folder_ + "/" + file, log_bytes_max);
    if (!bytes) return;
    std::string fresh = bytes->size() > log.read ? bytes->substr(log.read) : "";
    log.read = std::max(log.read, bytes->size());
    if (log.transcript) {
      std::string text = log.transcript->read(fresh);
      if (over) text += log.transcript->finish();
      return print(file, for_service(session_, text));
    }
    log.begun += fresh;
    const std::size_t end = over ? log.begun.size() : log.begun.rfind('\n') + 1;
    std::string whole = log.begun.substr(0, end);
    log.begun.erase(0, end);
    if (over && !whole.empty() && whole.back() != '\n') whole += '\n';
    print(file, flags_.raw ? whole : for_service(session_, printable(strip_escapes(whole))));
  }

  Growing& begin(const std::string& file, const std::string& name) {
    Growing& log = logs_[file];
    if (flags_.raw) return log;
    const api::RunView::Agent* agent = agent_of(following_.view(), name);
    if (agent != nullptr && has_transcript(agent->dialect))
      log.transcript = std::make_unique<TranscriptReader>(agent->dialect, agent->cwd);
    return log;
  }

  void print(const std::string& file, const std::string& text) {
    if (text.empty()) return;
    const bool several = flags_.request.ids.size() != 1 || logs_.size() > 1;
    if (several && file != last_) session_.out(fmt::format("==> {} <==\n", file));
    last_ = file;
    session_.out(text);
  }

  Session& session_;
  const LogsFlags& flags_;
  std::string folder_;
  api::Following following_;
  std::map<std::string, Growing> logs_;
  std::string last_;  ///< whose lines were printed last
};

void list_logs(Session& session, const api::RunView& view) {
  std::size_t width = 0;
  for (const core::AttemptEnded& attempt : view.attempts)
    width = std::max(width, columns(printable(attempt.name)));
  for (const core::AttemptEnded& attempt : view.attempts) {
    const std::string name = printable(attempt.name);
    session.out(fmt::format("{}  attempt {}  {}\n", padded(name, width), attempt.key.attempt,
                            ended_text(attempt).substr(name.size() + 2)));
  }
}

void follow(Session& session, const LogsFlags& flags, const api::Site& site,
            const std::string& run_id) {
  auto following = api::Following::open(run_id, 0, site);
  if (!following) return session.fail(following.error());
  Follower(session, flags, site, following.take()).run();
}

void logs(Session& session, LogsFlags flags) {
  if (session.lacks_json("a log")) return;
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto view = api::find_logged(flags.request, *site);
  if (!view) return session.fail(view.error());
  if (flags.follow) return follow(session, flags, *site, view->row.run_id);
  if (flags.list) return list_logs(session, *view);
  const auto attempts = api::choose_logs(flags.request, *view);
  if (!attempts) return session.fail(attempts.error());
  const bool heading = flags.request.ids.empty() || attempts->size() > 1;
  for (const core::AttemptEnded& attempt : *attempts) {
    if (!print_log(session, flags, *view, attempt, heading)) return;
  }
}

}  // namespace

void add_logs(CLI::App& root, Session& session) {
  auto flags = std::make_shared<LogsFlags>();
  CLI::App* command = root.add_subcommand("logs", "Print what a run's commands and agents put out");
  command->add_option("RUN", flags->request.run,
                      "Run id, a unique prefix of one, or 'last' (default)");
  command->add_option("ID", flags->request.ids, "Only these commands, agents or tasks");
  command->add_flag("-f,--follow", flags->follow, "Go on printing while the run runs");
  command->add_flag("-l,--list", flags->list, "Only the ids, with how each attempt ended");
  command->add_flag("--raw", flags->raw,
                    "The stored bytes: escape sequences and all, agents' own JSON");
  command->add_option("--attempt", flags->request.attempt, "This attempt. Default: the last")
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
