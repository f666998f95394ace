// SPDX-License-Identifier: MIT
#include "api/background.h"

#include "api/history.h"
#include "base/id.h"
#include "base/text/ascii.h"

#include <algorithm>

namespace assay::api {

namespace {

using State = shell::JobSight::State;

constexpr std::size_t runs_that_may_be_at_work = 20;
constexpr std::uint64_t errand_bytes_max = 8U << 20;
constexpr std::uint64_t complaints_bytes_max = 8U << 10;
/// How long a process may take until its run is in the ledger, on a machine that is busy.
constexpr Millis begin_patience{30'000};
constexpr Millis begin_look_every{50};

Reply<> start_job(const std::string& name, Words words, const Site& site) {
  words.insert(words.begin(), TRY(site.outside.program()));
  TRY(site.outside.jobs().start(
      {site.place.state.job(name), std::move(words), site.place.workspace}));
  return {};
}

bool is_same_work(const core::verify::Plan& wanted, const std::string& run_id, const Site& site) {
  const auto view = show_run(run_id, site);
  if (!view) return false;
  const auto* state = std::get_if<core::verify::State>(&view->run.machine.state);
  if (state == nullptr || state->plan->cwd != wanted.cwd) return false;
  const auto& has = state->plan->manifest.commands;
  const auto& asked = wanted.manifest.commands;
  return std::equal(has.begin(), has.end(), asked.begin(), asked.end(),
                    [](const auto& a, const auto& b) { return a.id == b.id; });
}

/// A run of the same gates that is under way; empty: none.
Reply<std::string> run_at_work(const core::verify::Plan& wanted, const Site& site) {
  for (const ledger::RunRow& row : TRY(list_runs(runs_that_may_be_at_work, site))) {
    const bool here = row.machine == "verify" && row.workspace == site.place.workspace;
    if (here && row.alive && !row.outcome && is_same_work(wanted, row.run_id, site))
      return row.run_id;
  }
  return std::string();
}

Problem refused(const std::string& complaints, int status) {
  const std::string_view told = trimmed(complaints);
  return {.code = Code::io,
          .what = told.empty() ? "the run did not begin: exit status " + std::to_string(status)
                               : std::string(told)};
}

Reply<> wait_for_run(const std::string& run_id, const Site& site) {
  const auto watch = site.outside.open_watch({});
  shell::Jobs& jobs = site.outside.jobs();
  const std::string folder = site.place.state.job(run_id);
  for (Millis waited{0}; waited < begin_patience; waited += begin_look_every) {
    const shell::JobSight job = jobs.look(folder);
    if (find_run(run_id, site)) return {};
    if (job.state != State::running)
      return refused(jobs.complaints(folder, complaints_bytes_max), job.status);
    watch->wait(begin_look_every);
  }
  return Error{Fault::io, "the run did not begin in time"};
}

}  // namespace

Reply<Begun> begin_verify(const VerifyRequest& request, const Site& site,
                          const std::function<Words(const std::string& run_id)>& spell) {
  ENSURE(!request.manifest && request.commit.empty());
  const core::verify::Plan plan = TRY(plan_verify(request, site));
  const std::string run_id = TRY(choose_run_id(request.run_id, site.outside));
  if (!request.run_id.empty() && find_run(run_id, site)) return Begun{run_id, false};
  if (request.run_id.empty()) {
    const std::string other = TRY(run_at_work(plan, site));
    if (!other.empty()) return Begun{other, false};
  }
  TRY(start_job(run_id, spell(run_id), site));
  TRY(wait_for_run(run_id, site));
  return Begun{run_id, true};
}

Reply<> stop_begun(const std::string& run_id, const std::string& by, const Site& site) {
  const shell::JobSight job = site.outside.jobs().look(site.place.state.job(run_id));
  if (job.state == State::unknown) return {};
  return stop_run(run_id, by, site);
}

Reply<std::string> begin_errand(const std::string& kind, Words words, const Site& site) {
  const std::string name =
      kind + "-" + make_run_id(site.outside.clock().now(), site.outside.chance());
  TRY(start_job(name, std::move(words), site));
  return name;
}

Reply<Errand> look_at_errand(const std::string& kind, const std::string& name, const Site& site) {
  shell::Jobs& jobs = site.outside.jobs();
  const bool known = is_valid_id(name) && name.starts_with(kind + "-");
  const std::string folder = site.place.state.job(name);
  const shell::JobSight seen = known ? jobs.look(folder) : shell::JobSight{};
  if (seen.state == State::unknown)
    return Error{Fault::not_found, "there is no " + kind + " job '" + name + "'"};
  Errand errand{seen.state, seen.status, {}, jobs.complaints(folder, complaints_bytes_max)};
  if (seen.state == State::ended) errand.output = jobs.output(folder, errand_bytes_max);
  return errand;
}

Reply<> stop_errand(const std::string& name, const Site& site) {
  TRY(site.outside.jobs().ask_to_stop(site.place.state.job(name)));
  return {};
}

}  // namespace assay::api
