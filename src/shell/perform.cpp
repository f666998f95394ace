// SPDX-License-Identifier: MIT
#include "shell/perform.h"

#include "base/ensure.h"
#include "base/match.h"
#include "core/goals/check.h"

#include <algorithm>
#include <utility>

namespace assay::shell {

namespace {

/// A journal keeps only so many names of files; how many there are beyond those.
template <class Name>
std::uint64_t cut_down(std::vector<Name>& names) {
  if (names.size() <= core::by_products_max) return 0;
  const std::uint64_t more = names.size() - core::by_products_max;
  names.resize(core::by_products_max);
  return more;
}

}  // namespace

// --- attempts

template <>
void Performer::on(const core::StartAttempt& e) {
  const core::Launch launch = world_.reader.fill_prompt(e.launch);
  ENSURE(launch.key == e.launch.key);
  world_.audience.started(launch);
  mailbox_.expect(launch);
  world_.executor.start(launch);
}

template <>
void Performer::on(const core::StopAttempts&) {
  world_.executor.stop_all();
}

template <>
void Performer::on(const core::Drain&) {
  mailbox_.take_back<core::DrainReported>();
  mailbox_.post(core::DrainReported{world_.clock.now(), world_.executor.in_flight()});
}

// --- the workspace

template <>
void Performer::on(const core::ObserveTree& e) {
  core::TreeObserved seen{world_.clock.now(), e.key, {}, {}, {}, {}};
  Result<TreeSight> sight = world_.trees.observe(e);
  if (sight) {
    seen.digest = sight->digest.hex();
    seen.head = std::move(sight->head);
    seen.changed = std::move(sight->changed);
    seen.commits = std::move(sight->commits);
    seen.tree = std::move(sight->tree);
    seen.by_bytes = std::move(sight->by_bytes);
    seen.inputs = std::move(sight->inputs);
    seen.linked = std::move(sight->linked);
    seen.stamps = std::move(sight->stamps);
    seen.own = std::move(sight->own);
    seen.protected_changed = std::move(sight->protected_changed);
    seen.created_more = cut_down(sight->created);
    seen.created = std::move(sight->created);
    seen.touched_more = cut_down(sight->touched);
    seen.touched = std::move(sight->touched);
  } else if (e.named) {
    seen.problem = sight.error().what;
  }
  mailbox_.post(std::move(seen));
}

/// What cannot be recalled is found out again.
template <>
void Performer::on(const core::RecallEvidence& e) {
  core::EvidenceRecalled known{world_.clock.now(), e.key, {}};
  if (auto found = world_.journal.recall_evidence(e)) known.results = found.take();
  mailbox_.post(std::move(known));
}

template <>
void Performer::on(const core::InspectWorkspace& e) {
  ENSURE(e.checks != nullptr);
  core::WorkspaceInspected seen{world_.clock.now(), {}};
  if (world_.inspector == nullptr)
    return fail(Error{Fault::io, "this machine cannot look into workspaces"});
  Result<std::vector<core::goals::CheckResult>> results = world_.inspector->inspect(e);
  if (results) {
    seen.results = results.take();
  } else {
    for (const core::goals::Check& check : *e.checks) {
      seen.results.push_back(core::goals::unchecked(check));
      seen.results.back().actual = results.error().what;
    }
  }
  mailbox_.post(std::move(seen));
}

// --- the repository

Workshop* Performer::workshop() {
  if (world_.workshop == nullptr)
    fail(Error{Fault::io, "this machine cannot work on a repository"});
  return world_.workshop;
}

Workplace* Performer::workplace() {
  if (world_.workplace == nullptr) fail(Error{Fault::io, "this machine cannot run pipelines"});
  return world_.workplace;
}

void Performer::done(core::AttemptKey key, core::work::WorkResult result) {
  mailbox_.post(core::WorkDone{world_.clock.now(), key, std::move(result)});
}

template <>
void Performer::on(const core::InspectWork& e) {
  if (Workshop* shop = workshop())
    mailbox_.post(core::WorkInspected{world_.clock.now(), e.key, shop->inspect(e)});
}

template <>
void Performer::on(const core::OpenWork& e) {
  if (Workshop* shop = workshop())
    hand_over({e.key, e.workspace, e.directory, e.supplies}, shop->open(e));
}

template <>
void Performer::on(const core::MergeWork& e) {
  if (Workshop* shop = workshop()) done(e.key, shop->merge(e));
}

template <>
void Performer::on(const core::CloseWork& e) {
  if (Workshop* shop = workshop()) done(e.key, shop->close(e));
}

template <>
void Performer::on(const core::UpdateSpec& e) {
  ENSURE(e.update != nullptr);
  if (Workshop* shop = workshop()) done(e.key, shop->update(e));
}

template <>
void Performer::on(const core::OpenCopy& e) {
  if (Workplace* shop = workplace())
    hand_over({e.key, e.workspace, e.directory, e.supplies}, shop->copy(e));
}

template <>
void Performer::on(const core::ReadOutputs& e) {
  if (Workplace* shop = workplace())
    mailbox_.post(core::OutputsRead{world_.clock.now(), e.key, shop->outputs(e)});
}

template <>
void Performer::on(const core::AdoptWork& e) {
  if (Workplace* shop = workplace()) done(e.key, shop->adopt(e));
}

template <>
void Performer::on(const core::RestoreFiles& e) {
  if (Workplace* shop = workplace()) done(e.key, shop->restore(e));
}

template <>
void Performer::on(const core::CommitWork& e) {
  if (Workplace* shop = workplace()) done(e.key, shop->commit(e));
}

template <>
void Performer::on(const core::TagCommit& e) {
  if (Workplace* shop = workplace()) done(e.key, shop->tag(e));
}

template <>
void Performer::on(const core::WriteBundle& e) {
  ENSURE(e.bundle != nullptr);
  if (Workplace* shop = workplace()) done(e.key, shop->write(e));
}

// --- the goals of a phase

Phases* Performer::phases() {
  if (world_.phases == nullptr) fail(Error{Fault::io, "this machine cannot check goals"});
  return world_.phases;
}

template <>
void Performer::on(const core::PlanGoals& e) {
  Phases* phases = this->phases();
  if (phases == nullptr) return;
  core::GoalsPlanned planned{.at = world_.clock.now(), .key = e.key};
  auto plan = phases->plan(e);
  if (!plan) planned.problem = plan.error().what;
  if (plan) planned.plan = plan.take();
  ENSURE(planned.plan != nullptr || !planned.problem.empty());
  mailbox_.post(std::move(planned));
}

template <>
void Performer::on(const core::WriteGoals& e) {
  ENSURE(e.plan != nullptr && e.report != nullptr);
  Phases* phases = this->phases();
  if (phases == nullptr) return;
  core::work::WorkResult result;
  if (const Result<> written = phases->write(e); !written) {
    result.status = core::work::WorkResult::Status::failed;
    result.detail = written.error().what;
  }
  done(e.key, std::move(result));
}

// --- what working trees need beside what git has of them

/// How long somebody else's set-up is waited for at a time while nothing of ours runs.
constexpr Millis supply_patience{200};

void Performer::hand_over(SupplyOrder order, core::work::WorkResult opened) {
  const bool plain = !order.supplies || order.supplies->empty();
  if (plain || opened.status != core::work::WorkResult::Status::done)
    return done(order.key, std::move(opened));
  ENSURE(!order.directory.empty());
  Supplying each{std::move(order), std::move(opened)};
  const Supply supply = workshop()->supply(each.order, Millis{0});
  if (!go_on(each, supply)) supplying_.push_back(std::move(each));
  mailbox_.hold(!supplying_.empty());
}

bool Performer::go_on(Supplying& each, const Supply& supply) {
  using Status = core::work::WorkResult::Status;
  core::work::WorkResult result = each.opened;
  switch (supply.status) {
    case Supply::Status::busy: return false;
    case Supply::Status::sets_up:
      ENSURE(!each.launch);  // one at a time
      each.launch = supply.launch;
      mailbox_.divert(supply.launch.key);
      world_.audience.started(supply.launch);
      world_.executor.start(supply.launch);
      return false;
    case Supply::Status::ready:
      if (!supply.detail.empty())
        result.detail += (result.detail.empty() ? "" : "; ") + supply.detail;
      break;
    case Supply::Status::failed:
      result.status = Status::failed;
      result.detail = supply.detail;
      break;
  }
  done(each.order.key, std::move(result));
  return true;
}

/// Set-ups that have ended. They are no attempts of the run: what came of them is what it hears.
void Performer::take_ends() {
  for (ProcessEnded& ended : mailbox_.take_diverted()) {
    const auto found = std::find_if(
        supplying_.begin(), supplying_.end(),
        [&](const Supplying& each) { return each.launch && each.launch->key == ended.key; });
    if (found == supplying_.end()) continue;
    ended.evidence.reading = world_.reader.read(*found->launch, ended.evidence);
    found->launch.reset();
    world_.audience.ended(
        {.at = world_.clock.now(), .key = ended.key, .name = "setup", .evidence = ended.evidence});
    const Supply supply = workshop()->set_up(found->order, ended.evidence);
    if (go_on(*found, supply)) supplying_.erase(found);
  }
}

void Performer::go_on_supplying() {
  if (supplying_.empty()) return;
  take_ends();
  const Millis patience = world_.executor.in_flight() == 0 ? supply_patience : Millis{0};
  std::erase_if(supplying_, [&](Supplying& each) {
    return !each.launch && go_on(each, workshop()->supply(each.order, patience));
  });
  mailbox_.hold(!supplying_.empty());
}

// --- the ledger

template <>
void Performer::on(const core::AskSpending& e) {
  const Instant now = world_.clock.now();
  Result<core::agent::Spent> others = world_.journal.reserve(e, now);
  if (!others) return fail(others.error());
  mailbox_.post(core::SpendingReported{now, e.key, *others});
}

/// Those of an entry are in the tables with it.
template <>
void Performer::on(const core::RecordRows& e) {
  if (!e.is_answered) return;
  mailbox_.post(core::RowsRecorded{world_.clock.now(), e.key, e.checks, e.telemetry});
}

template <>
void Performer::on(const core::CountRows& e) {
  auto numbers = world_.journal.count(e.questions);
  if (!numbers) return fail(numbers.error());
  mailbox_.post(core::RowsCounted{world_.clock.now(), e.key, numbers.take()});
}

// --- people

template <>
void Performer::on(const core::AskApproval& e) {
  mailbox_.ask(e);
}

// --- the run itself

template <>
void Performer::on(const core::WakeAt& e) {
  mailbox_.wake(e);
}

template <>
void Performer::on(const core::Park& e) {
  mailbox_.rest();
  mailbox_.post(core::RunParked{world_.clock.now(), e.until, e.reason});
}

template <>
void Performer::on(const core::Conclude& e) {
  mailbox_.rest();
  mailbox_.post(core::RunConcluded{world_.clock.now(), e.outcome, ""});
}

// --- any of them

void Performer::perform(const core::Effect& effect) {
  match(effect, [&](const auto& e) { on(e); });
}

}  // namespace assay::shell
