// SPDX-License-Identifier: MIT
// `assay logs`: the stored output of a run's commands, safe to look at on a terminal.
#include "api/history.h"
#include "face/cli/commands.h"
#include "format/text/escape.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace assay::cli {

namespace {

constexpr std::uint64_t log_bytes_max = 64U << 20;

struct LogsFlags {
  std::string run = "last";
  std::string id;
  bool follow = false;
  bool raw = false;
  std::uint32_t attempt = 0;  ///< 0: the last one
};

std::string shown(const LogsFlags& flags, const std::string& bytes) {
  return flags.raw ? bytes : format::printable(format::strip_escapes(bytes));
}

bool print_log(Session& session, const LogsFlags& flags, const core::AttemptEnded& attempt,
               bool heading) {
  const core::Captured& output = attempt.evidence.output;
  if (heading) {
    session.out(fmt::format("==> {} attempt {} <==\n", attempt.name, attempt.key.attempt));
  }
  if (output.log_path.empty()) return true;
  const auto bytes = session.outside.files().read(output.log_path, log_bytes_max);
  if (!bytes) {
    session.fail(bytes.error());
    return false;
  }
  session.out(shown(flags, *bytes));
  return true;
}

/// The last attempt of each command, or the attempt that was asked for.
std::vector<core::AttemptEnded> chosen(const LogsFlags& flags,
                                       const std::vector<core::AttemptEnded>& attempts) {
  std::map<std::uint32_t, core::AttemptEnded> last;
  for (const core::AttemptEnded& attempt : attempts) {
    if (!flags.id.empty() && attempt.name != flags.id) continue;
    if (flags.attempt != 0 && attempt.key.attempt != flags.attempt) continue;
    last.insert_or_assign(attempt.key.unit, attempt);
  }
  std::vector<core::AttemptEnded> result;
  for (auto& [unit, attempt] : last) result.push_back(std::move(attempt));
  return result;
}

/// Prints what a log grows by, until the run is over.
void follow(Session& session, const LogsFlags& flags, const api::Place& place,
            const std::string& run_id) {
  std::map<std::string, std::size_t> printed;
  for (;;) {
    const auto row = api::find_run(run_id, place, session.outside);
    const bool over = !row || row->outcome || !row->alive;
    for (const std::string& name : session.outside.files().list(place.log_dir(run_id))) {
      const bool wanted = flags.id.empty() || name.starts_with(flags.id + "-attempt");
      if (!wanted) continue;
      const auto bytes =
          session.outside.files().read(place.log_dir(run_id) + "/" + name, log_bytes_max);
      if (!bytes || bytes->size() <= printed[name]) continue;
      if (flags.id.empty()) session.out(fmt::format("==> {} <==\n", name));
      session.out(shown(flags, bytes->substr(printed[name])));
      printed[name] = bytes->size();
    }
    std::fflush(stdout);
    if (over) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

void logs(Session& session, const LogsFlags& flags) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto row = api::find_run(flags.run, *place, session.outside);
  if (!row) return session.fail(row.error());
  if (flags.follow) return follow(session, flags, *place, row->run_id);
  const auto view = api::show_run(row->run_id, *place, session.outside);
  if (!view) return session.fail(view.error());
  const std::vector<core::AttemptEnded> attempts = chosen(flags, view->attempts);
  if (attempts.empty()) {
    return session.fail(Error{
        Fault::not_found,
        "run " + row->run_id + " has no log" + (flags.id.empty() ? "" : " of '" + flags.id + "'")});
  }
  for (const core::AttemptEnded& attempt : attempts) {
    if (!print_log(session, flags, attempt, flags.id.empty())) return;
  }
}

}  // namespace

void add_logs(CLI::App& root, Session& session) {
  auto flags = std::make_shared<LogsFlags>();
  CLI::App* command = root.add_subcommand("logs", "Print the output of a run's commands");
  command->add_option("RUN", flags->run, "Run id, a unique prefix of one, or 'last' (default)");
  command->add_option("ID", flags->id, "Only this command");
  command->add_flag("-f,--follow", flags->follow, "Go on printing while the run runs");
  command->add_flag("--raw", flags->raw, "The stored bytes, escape sequences and all");
  command->add_option("--attempt", flags->attempt, "This attempt. Default: the last")
      ->type_name("N");
  command->callback([flags, &session] { logs(session, *flags); });
}

}  // namespace assay::cli
