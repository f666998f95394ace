// SPDX-License-Identifier: MIT
// Trees, tests, the ledger and attestations of a workspace.
#include "api/attest.h"
#include "api/ledger.h"
#include "api/status.h"
#include "api/tests.h"
#include "api/tests_before.h"
#include "face/web/archive.h"
#include "face/web/handlers.h"

#include <algorithm>

namespace assay::web {

api::Reply<shown::StatusShown> status(const Call& call, const NoQuery&) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  return shown::as_shown(TRY(api::status(site)));
}

api::Reply<TestsPageShown> tests(const Call& call, const TestsQuery& query) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  api::TestsView view =
      TRY(api::list_tests({.which = query.which, .glob = query.test, .trees = query.trees}, site));
  const std::size_t offset = TRY(offset_of(query.cursor));
  const std::size_t all = view.tests.size();
  const std::size_t from = std::min(offset, all);
  const std::size_t to = std::min(all, from + static_cast<std::size_t>(query.limit));
  view.tests.erase(view.tests.begin() + static_cast<std::ptrdiff_t>(to), view.tests.end());
  view.tests.erase(view.tests.begin(), view.tests.begin() + static_cast<std::ptrdiff_t>(from));
  TestsPageShown out{shown::as_shown(view), all, {}};
  if (to < all) out.next.held = std::to_string(to);
  return out;
}

api::Reply<TestHistoryShown> test_history(const Call& call, const TestQuery& query) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  const api::TestPast past = TRY(api::test_past(query.gate, query.test, site));
  api::TestsView one;
  one.tests.push_back(past.test);
  TestHistoryShown out{shown::as_shown(one).tests.front(), {}};
  for (const api::TestRun& run : past.runs) {
    out.runs.push_back({run.run_id, run.at, run.tree, run.outcome, {}});
    if (run.millis >= 0) out.runs.back().duration_ms.held = run.millis;
  }
  return out;
}

api::Reply<KnownFailuresShown> known_failures(const Call& call, const NoQuery&) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  const api::LoadedConfig loaded = TRY(api::load_config(site));
  const auto list =
      TRY(api::read_known_list(loaded.config.verify.policy, loaded.config.trusted, site));
  KnownFailuresShown out{list.file, {}};
  for (const core::verify::KnownFailure& each : list.lines)
    out.failures.push_back({each.test, each.reason, each.owner, each.until, each.expired});
  return out;
}

namespace {

LedgerShown report_shown(const ledger::ChainReport& report) {
  LedgerShown out{.sound = report.sound(),
                  .runs = report.runs,
                  .events = report.events,
                  .logs = report.logs,
                  .pruned = report.pruned,
                  .sealed = report.sealed,
                  .unsealed = report.unsealed,
                  .fault_count = report.problem_count,
                  .faults = {},
                  .seal = {}};
  for (const ledger::ChainProblem& each : report.problems)
    out.faults.push_back({each.run_id, each.seq, each.what});
  return out;
}

}  // namespace

api::Reply<LedgerShown> ledger_check(const Call& call, const NoQuery&) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  return report_shown(TRY(api::verify_ledger("", site)));
}

api::Reply<LedgerShown> run_ledger(const Call& call, const NoQuery&) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  LedgerShown out = report_shown(TRY(api::verify_ledger(call.at("run"), site)));
  const auto ledger = TRY(api::open_history(site));
  const std::string run_id = TRY(ledger->find_run(call.at("run"))).run_id;
  for (const ledger::RunSeal& seal : TRY(ledger->seals())) {
    if (seal.run == run_id)
      out.seal.held =
          SealShown{seal.number, seal.outcome, seal.at, seal.tree, seal.partial, seal.isolation};
  }
  return out;
}

api::Reply<AttestationShown> attestation(const Call& call, const CommitQuery& query) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  const auto made = api::attest({.commit = query.commit}, site);
  AttestationShown out{.there = static_cast<bool>(made),
                       .why = {},
                       .commit = query.commit,
                       .run_id = {},
                       .envelope = {}};
  if (!made) {
    out.why = api::plain_text(made.error().front());
    return out;
  }
  out.commit = made->facts.commit;
  out.run_id = made->facts.run;
  out.envelope = made->envelope;
  return out;
}

}  // namespace assay::web
