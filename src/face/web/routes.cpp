// SPDX-License-Identifier: MIT
#include "face/web/routes.h"

#include "face/web/given.h"
#include "face/web/handlers.h"

#include <algorithm>

namespace assay::web {

namespace {

template <auto function>
struct Behind;

template <class Shown, class Query, api::Reply<Shown> (*function)(const Call&, const Query&)>
struct Behind<function> {
  static Route looks(std::string_view path, std::string_view name, std::string_view about,
                     Kind kind = Kind::looks) {
    return {.method = "GET",
            .path = path,
            .name = name,
            .about = about,
            .kind = kind,
            .answer = described<Shown>(),
            .describe_query = describe_query<Query>,
            .look = [](const Call& call) -> api::Reply<std::string> {
              const auto query = TRY(query_of<Query>(call));
              return json_of(TRY(function(call, query)));
            }};
  }
  static Route acts(std::string_view path, std::string_view name, std::string_view about,
                    Kind kind = Kind::acts) {
    return {.method = "POST",
            .path = path,
            .name = name,
            .about = about,
            .kind = kind,
            .answer = described<Shown>(),
            .body = described<Query>(),
            .look = [](const Call& call) -> api::Reply<std::string> {
              const auto given = TRY(body_of<Query>(call));
              return json_of(TRY(function(call, given)));
            }};
  }
};

Route downloads(std::string_view path, std::string_view name, std::string_view about,
                api::Reply<Download> (*function)(const Call&)) {
  return {.method = "GET",
          .path = path,
          .name = name,
          .about = about,
          .kind = Kind::downloads,
          .download = function};
}

void add_workspaces(std::vector<Route>& all) {
  all.push_back(Behind<enter>::acts(enter_path, "enter",
                                    "The token for a code that `assay web --open` gave to a "
                                    "browser. No token is needed; the code is good once.",
                                    Kind::enters));
  all.push_back(Behind<server>::looks("/server", "server", "Who answers, and what may be done."));
  all.push_back(Behind<overview>::looks(
      "/overview", "overview",
      "Every workspace of this user: what runs, what waits, what failed, what today cost. As a "
      "stream: `run` with a RunChanged whenever a run has come, gone on or ended."));
  all.back().kind = Kind::streams;
  all.push_back(Behind<runs>::looks("/runs", "runs", "Runs of all workspaces, newest first."));
  all.push_back(
      Behind<questions>::looks("/questions", "questions", "Questions that wait for a person."));
  all.push_back(Behind<spending>::looks("/spending", "spending", "What agents cost, day by day."));
  all.push_back(Behind<compare>::looks("/compare", "compare", "Two runs side by side."));
  all.push_back(Behind<status>::looks(
      "/w/{workspace}/status", "status",
      "What is known about the files as they are now. The tree is read: not for polling."));
  all.push_back(Behind<tests>::looks("/w/{workspace}/tests", "tests",
                                     "Tests by name, with what became of them."));
  all.push_back(
      Behind<test_history>::looks("/w/{workspace}/test", "testHistory", "One test, run by run."));
  all.push_back(Behind<known_failures>::looks("/w/{workspace}/known-failures", "knownFailures",
                                              "The list of known failures, with its expiry."));
  all.push_back(Behind<ledger_check>::looks(
      "/w/{workspace}/ledger", "ledgerCheck",
      "Checks every chain, log and signature of the ledger now. Slow: not for polling."));
  all.push_back(Behind<attestation>::looks("/w/{workspace}/attestation", "attestation",
                                           "The attestation of a commit, if a run allows one."));
  all.push_back(Behind<wake>::acts("/w/{workspace}/wake", "wake",
                                   "Goes on with every parked run whose time has come."));
}

void add_runs(std::vector<Route>& all) {
  all.push_back(Behind<run_page>::looks("/w/{workspace}/runs/{run}", "runPage",
                                        "A run with its shape, its plan and its budget."));
  all.push_back(
      Behind<gates>::looks("/w/{workspace}/runs/{run}/gates", "gates", "Gates of a verify run."));
  all.push_back(Behind<attempts>::looks("/w/{workspace}/runs/{run}/attempts", "attempts",
                                        "Attempts, in the order they ended."));
  all.push_back(Behind<timeline>::looks("/w/{workspace}/runs/{run}/timeline", "timeline",
                                        "Attempts by time: one by one, or counted."));
  all.push_back(Behind<events>::looks(
      "/w/{workspace}/runs/{run}/events", "events",
      "What happened and what was decided. As a stream: `step` with a StepEvent, whose id is its "
      "number; `run` with a Run whenever its row changed; `log` with a LogGrown whenever a log "
      "has grown; `over` when nobody coordinates the run any more, after which the stream ends.",
      Kind::streams));
  all.push_back(Behind<explain>::looks("/w/{workspace}/runs/{run}/explain", "explain",
                                       "Decisions with the evidence behind them."));
  all.push_back(
      Behind<run_ledger>::looks("/w/{workspace}/runs/{run}/ledger", "runLedger",
                                "Checks the chain, the logs and the signature of a run."));
  all.push_back(Behind<file>::looks("/w/{workspace}/runs/{run}/file", "file",
                                    "A file that a question names, or the evidence bundle."));
  all.push_back(downloads("/w/{workspace}/runs/{run}/reports/{report}", "report",
                          "run.json, events.jsonl, junit.xml, report.md or bundle.md.", report));
  all.push_back(Behind<answer>::acts("/w/{workspace}/runs/{run}/answer", "answer",
                                     "Answers the question a run waits for. The first answer "
                                     "holds: 409 for every other one."));
  all.push_back(Behind<stop>::acts("/w/{workspace}/runs/{run}/stop", "stop",
                                   "Asks the coordinator of a run to stop it."));
  all.push_back(Behind<resume>::acts("/w/{workspace}/runs/{run}/resume", "resume",
                                     "Goes on with a run that rests."));
}

void add_attempts(std::vector<Route>& all) {
  all.push_back(Behind<attempt_page>::looks("/w/{workspace}/runs/{run}/attempts/{name}/{attempt}",
                                            "attemptPage", "One attempt with its evidence."));
  all.push_back(Behind<log>::looks("/w/{workspace}/runs/{run}/attempts/{name}/{attempt}/log", "log",
                                   "A piece of its log, also while it grows."));
  all.push_back(
      Behind<log_search>::looks("/w/{workspace}/runs/{run}/attempts/{name}/{attempt}/log/search",
                                "logSearch", "Lines of its log with a text."));
  all.push_back(downloads("/w/{workspace}/runs/{run}/attempts/{name}/{attempt}/log/raw", "rawLog",
                          "Its log as it is kept.", raw_log));
  all.push_back(
      Behind<transcript>::looks("/w/{workspace}/runs/{run}/attempts/{name}/{attempt}/transcript",
                                "transcript", "What an agent said and did, readable."));
  all.push_back(Behind<diff>::looks("/w/{workspace}/runs/{run}/attempts/{name}/{attempt}/diff",
                                    "diff", "What it changed."));
  all.push_back(Behind<prompt>::looks("/w/{workspace}/runs/{run}/attempts/{name}/{attempt}/prompt",
                                      "prompt", "What the agent was told."));
}

std::vector<Route> make_routes() {
  std::vector<Route> all;
  add_workspaces(all);
  add_runs(all);
  add_attempts(all);
  return all;
}

/// The next part of a path, taken off it.
std::string_view take_part(std::string_view& path) {
  path.remove_prefix(std::min<std::size_t>(path.size(), 1));
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(end);
  return part;
}

bool fits(std::string_view pattern, std::string_view path, Found& found) {
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = take_part(pattern);
    const std::string_view part = take_part(path);
    if (!wanted.starts_with('{')) {
      if (wanted != part) return false;
      continue;
    }
    const auto decoded = decode_url(part);
    if (!decoded || decoded->empty()) return false;
    found.path[std::string(wanted.substr(1, wanted.size() - 2))] = *decoded;
  }
  return pattern.empty() && path.empty();
}

}  // namespace

const std::vector<Route>& routes() {
  static const std::vector<Route> all = make_routes();
  return all;
}

Found find_route(std::string_view method, std::string_view path) {
  Found found;
  for (const Route& route : routes()) {
    Found here;
    if (!fits(route.path, path, here)) continue;
    const bool same = method == route.method || (method == "HEAD" && route.method == "GET");
    if (same) return {&route, std::move(here.path), {}};
    found.methods += found.methods.empty() ? "" : ", ";
    found.methods += route.method;
  }
  return found;
}

}  // namespace assay::web
