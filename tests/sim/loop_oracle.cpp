// SPDX-License-Identifier: MIT
#include "sim/loop_oracle.h"

#include "base/match.h"
#include "sim/describe.h"
#include "sim/loop_plan.h"

#include <algorithm>

namespace assay::sim {

using core::loop::Task;

namespace {

bool mentions(const std::string& decision, std::string_view effect) {
  return decision.starts_with(effect) ||
         decision.find("; " + std::string(effect)) != std::string::npos;
}

/// "1.2-verify-17" is about 1.2.
std::string about(const core::Launch& launch) {
  for (const char* part : {"-verify-", "-ticked-", "-before-", "-there-", "-origin-", "-executor",
                           "-qa", "-reviewer"}) {
    const std::size_t at = launch.name.rfind(part);
    if (at != std::string::npos) return launch.name.substr(0, at);
  }
  return "";
}

bool is_gate(const core::Launch& launch) { return !launch.agent && about(launch).empty(); }

bool is_for_later(const core::Evidence& evidence) {
  return evidence.transcript && evidence.transcript->limit_reached &&
         evidence.transcript->ending != core::agent::Ending::success;
}

bool ended_well(const core::Evidence& evidence) {
  return evidence.exit.kind == core::ExitKind::exited && evidence.exit.code == 0 &&
         evidence.transcript && evidence.transcript->ending == core::agent::Ending::success;
}

}  // namespace

LoopOracle::LoopOracle(std::shared_ptr<const core::loop::Plan> plan) : plan_(std::move(plan)) {
  for (TaskKey key = 0; key < plan_->tasks.size(); ++key) {
    Row& row = rows_.emplace_back();
    row.task = plan_->tasks[key];
    row.name = name_of_task(row.task, key);
  }
  order_ = arranged();
}

void LoopOracle::note(std::string what) {
  if (pending_.empty()) pending_ = std::move(what);
}

std::optional<core::loop::TaskKey> LoopOracle::find(const std::string& name) const {
  for (TaskKey key = 0; key < rows_.size(); ++key) {
    if (rows_[key].name == name) return key;
  }
  return std::nullopt;
}

std::uint32_t LoopOracle::depth(TaskKey key) const {
  std::uint32_t deep = 0;
  while (rows_[key].insertion) {
    key = rows_[key].insertion->anchor;
    ++deep;
  }
  return deep;
}

bool LoopOracle::descends(TaskKey key, TaskKey from) const {
  while (rows_[key].insertion) {
    key = rows_[key].insertion->anchor;
    if (key == from) return true;
  }
  return false;
}

/// The tasks as the file lists them: what hangs on a task stands beside it, with all that hangs on
/// it.
std::vector<core::loop::TaskKey> LoopOracle::arranged() const {
  std::vector<TaskKey> all;
  const auto put = [&](const auto& self, TaskKey key) -> void {
    const auto beside = [&](bool before) {
      for (TaskKey other = 0; other < rows_.size(); ++other) {
        const auto& at = rows_[other].insertion;
        if (at && at->anchor == key && at->before == before) self(self, other);
      }
    };
    beside(true);
    all.push_back(key);
    beside(false);
  };
  for (TaskKey key = 0; key < plan_->tasks.size(); ++key) put(put, key);
  return all;
}

std::vector<std::string> LoopOracle::commands_of(const Row& row) const {
  std::vector<std::string> commands;
  for (const core::loop::TaskCommand& each : row.task.commands) commands.push_back(each.command);
  if (!commands.empty() || row.task.verify || !plan_->gates) return commands;
  for (const auto& spec : plan_->gates->manifest.commands) commands.push_back(spec.command);
  return commands;
}

bool LoopOracle::passes(const Row& row, const std::string& cwd, std::uint64_t after) const {
  for (const std::string& command : commands_of(row)) {
    const auto run = row.runs.find(command);
    const bool good = run != row.runs.end() && run->second.passed && run->second.cwd == cwd &&
                      run->second.seq > after;
    if (!good) return false;
  }
  return true;
}

// --- what is started

Finding LoopOracle::on_start(const core::Launch& launch, std::span<const core::Launch> live) {
  if (!pending_.empty()) return pending_;
  if (over_) return "";  // of a coordinator that was replaced and does not know it yet
  for (const core::Launch& other : live) {
    const bool together = !launch.agent && !other.agent && about(launch) == about(other);
    const bool rechecks = !launch.agent && !other.agent && launch.cwd == plan_->workspace;
    if (other.cwd == launch.cwd && !together && !rechecks)
      return "place: " + launch.name + " and " + other.name + " work in the same directory";
  }
  Finding finding = launch.agent ? check_agent(launch, launch.agent->role) : check_command(launch);
  started_.insert_or_assign(launch.key, launch);
  open_.insert(launch.key);
  return finding;
}

Finding LoopOracle::check_agent(const core::Launch& launch, const std::string& role) {
  const std::optional<TaskKey> key = find(about(launch));
  if (!key) return "name: nobody knows the task of " + launch.name;
  Row& row = rows_[*key];
  if (quota_) return "quota: an agent is started although the quota is used up";
  if (plan_->budgets.run.launches && agents_ >= *plan_->budgets.run.launches)
    return "budget: launches";
  ++agents_;
  if (row.done) return "again: " + launch.name + " works on what is done";
  if (role == "reviewer")
    return launch.cwd == plan_->workspace ? "" : "place: the reviewer is not in the workspace";
  if (role != (row.task.verify ? "qa" : "executor")) return "role: " + launch.name;
  const bool unheard = !row.wish.empty() && !row.wish_waits && !find(row.wish);
  if (unheard) return "dropped: " + row.name + " wanted " + row.wish;
  row.claimed = false;
  row.voice = Voice::none;
  return check_turn(launch, *key);
}

/// Its place, its turn, and that it may be tried once more.
Finding LoopOracle::check_turn(const core::Launch& launch, TaskKey key) {
  const Row& row = rows_[key];
  const auto own = worktrees_.find(row.name);
  const bool at_home = own != worktrees_.end()
                           ? launch.cwd == own->second
                           : launch.cwd == plan_->workspace && worktrees_.empty();
  if (!at_home) return "place: " + row.name + " works in " + launch.cwd;
  for (const TaskKey before : order_) {
    if (before == key) break;
    const Row& other = rows_[before];
    if (!other.done && !worktrees_.contains(other.name) && !descends(key, before))
      return "order: " + row.name + " is begun before " + other.name + " is done";
  }
  const auto index = std::find(order_.begin(), order_.end(), key) - order_.begin();
  if (variable(launch, "ASSAY_TASK_INDEX") != std::to_string(index))
    return "index: " + row.name + " is number " + std::to_string(index) + " of the list, not " +
           variable(launch, "ASSAY_TASK_INDEX");
  const core::LoopSettings& settings = plan_->settings;
  if (row.attempts >= static_cast<std::uint32_t>(settings.max_task_iterations) + row.excuses)
    return "limit: one attempt too many of " + row.name;
  if (row.failures >= static_cast<std::uint32_t>(settings.same_failure_limit))
    return "breaker: " + row.name + " has failed in the same way often enough";
  return "";
}

Finding LoopOracle::check_command(const core::Launch& launch) {
  if (is_gate(launch)) return "";
  const std::optional<TaskKey> key = find(about(launch));
  if (!key) return "name: nobody knows the task of " + launch.name;
  const std::vector<std::string> commands = commands_of(rows_[*key]);
  const bool own = std::find(commands.begin(), commands.end(), launch.command) != commands.end();
  return own ? "" : "verify: '" + launch.command + "' is not what " + launch.name + " is about";
}

// --- what is heard

void LoopOracle::hear_agent(Row& row, const core::Evidence& evidence, std::uint64_t seq) {
  row.agent_end = worked_at_ = seq;
  if (is_for_later(evidence)) {
    quota_ = true;
    return;
  }
  if (evidence.exit.kind == core::ExitKind::cancelled) return;  // who ended by itself is heard
  ++row.attempts;
  const bool says_it_failed = evidence.exit.kind == core::ExitKind::exited &&
                              evidence.exit.code == 1 && evidence.transcript &&
                              evidence.transcript->ending == core::agent::Ending::failure;
  row.failures = says_it_failed ? row.failures + 1 : 0;
  if (!evidence.reading.saying) return;
  const core::agent::Signals& said = evidence.reading.saying->signals;
  const bool word = row.task.verify ? said.verification == true : said.task_complete;
  row.claimed = word && said.contradictions.empty() && !said.failure && ended_well(evidence);
  if (said.modification_asked) ++row.excuses;
  row.wish.clear();
  if (!said.modification || stains_.contains(row.name)) return;
  const std::string& id = evidence.reading.saying->proposed.front().id;
  const core::LoopSettings& settings = plan_->settings;
  const std::optional<TaskKey> key = find(row.name);
  const bool may = key &&
                   row.changes < static_cast<std::uint32_t>(settings.max_modifications_per_task) &&
                   depth(*key) < static_cast<std::uint32_t>(settings.max_modification_depth) &&
                   said.modification->original_task_id == row.task.id && !find(id);
  const bool follows = said.modification->kind == core::agent::ModificationKind::add_followup;
  if (may && (!follows || row.claimed)) row.wish = id;
  row.wish_waits = follows;
}

void LoopOracle::hear_reviewer(Row& row, const core::Evidence& evidence, std::uint64_t seq) {
  quota_ = quota_ || is_for_later(evidence);
  row.voice_at = seq;
  row.voice = Voice::none;
  if (!ended_well(evidence) || !evidence.reading.saying) return;
  const core::loop::Saying& said = *evidence.reading.saying;
  row.voice = !said.signals.review   ? Voice::silent
              : *said.signals.review ? Voice::pass
              : said.spec_level      ? Voice::spec
                                     : Voice::fail;
}

Finding LoopOracle::check_end(const Stored& stored, const core::AttemptEnded& e) {
  const std::string& decision = stored.entry.decision;
  if (e.name.empty() || !open_.contains(e.key)) {
    const bool nothing = decision.empty() || decision == "drain";
    return nothing ? "" : "late: an end that is no news leads to '" + decision + "'";
  }
  open_.erase(e.key);
  const core::Launch& launch = started_.at(e.key);
  const core::Tally& tally = e.evidence.reading.tally;
  Run run{stored.seq, false, launch.cwd, tally.executed};
  run.passed = e.evidence.exit.kind == core::ExitKind::exited && e.evidence.exit.code == 0 &&
               (!launch.reading.count_tests || tally.executed > 0);
  if (is_gate(launch)) {
    gates_[launch.command] = run;
    if (!prepared_) baseline_[launch.command] = run.tests;
    return "";
  }
  const std::optional<TaskKey> key = find(about(launch));
  if (!key) return "";
  Row& row = rows_[*key];
  if (!launch.agent) {
    row.runs[launch.command] = run;
    // A fix has the Verify of what it fixes: it speaks for that too.
    for (TaskKey fix = *key; rows_[fix].fix; fix = rows_[fix].insertion->anchor)
      rows_[rows_[fix].insertion->anchor].runs[launch.command] = run;
  } else if (launch.agent->role == "reviewer") {
    hear_reviewer(row, e.evidence, stored.seq);
  } else {
    hear_agent(row, e.evidence, stored.seq);
  }
  return "";
}

Finding LoopOracle::on_entry(const Stored& stored) {
  const std::string& decision = stored.entry.decision;
  last_ = stored.seq;
  const bool was_over = over_;
  const bool was_cancelled = cancelled_;
  Finding finding = match(
      stored.entry.event, [&](const core::AttemptEnded& e) { return check_end(stored, e); },
      [&](const core::RunResumed&) -> Finding {
        open_.clear();
        if (parked_ && !mentions(decision, "park ")) cancelled_ = quota_ = false;
        parked_ = false;
        return "";  // a park that is decided again is noticed below
      },
      [&](const core::WorldIdle&) -> Finding {
        for (const core::AttemptKey& key : open_) {
          const std::optional<TaskKey> lost = find(about(started_.at(key)));
          if (lost) rows_[*lost].failures = 0;
        }
        open_.clear();
        return "";
      },
      [&](const core::CancelRequested&) -> Finding {
        cancelled_ = true;
        const bool alive = !open_.empty() && !over_ && !mentions(decision, "stop");
        if (decision.find("stop; stop") != std::string::npos)
          return "cancel: asked to stop twice, which kills at once";
        return alive ? "cancel: what is in flight is not stopped" : "";
      },
      [&](const core::RunParked&) -> Finding {
        parked_ = true;
        return open_.empty() ? "" : "parked: with something in flight";
      },
      [&](const core::RunConcluded& e) { return check_verdict(e); },
      [](const auto&) -> Finding { return ""; });
  if (finding.empty()) finding = check_wait(stored.entry);
  parked_ = parked_ || mentions(decision, "park ");
  over_ = over_ || mentions(decision, "drain") || mentions(decision, "conclude ");
  if (finding.empty() && mentions(decision, "start ")) {
    if (was_over) return "end: something is started after the end";
    if (was_cancelled && cancelled_) return "cancel: something is started after the cancellation";
  }
  return finding.empty() ? pending_ : finding;
}

/// CI is given its time, and after a crash no more than was left of it.
Finding LoopOracle::check_wait(const shell::Entry& entry) {
  if (!mentions(entry.decision, "wake ")) return "";
  const std::size_t at = entry.decision.rfind(" at ");
  const Instant until = parse_instant(entry.decision.substr(at + 4)).take();
  const bool again = std::holds_alternative<core::RunResumed>(entry.event);
  const Instant now = std::visit([](const auto& e) { return e.at; }, entry.event);
  if (!again) ci_until_ = now + plan_->settings.ci_wait;
  return until == ci_until_ ? "" : "wait: CI is looked at " + to_text(until);
}

Finding LoopOracle::check_verdict(const core::RunConcluded& e) const {
  if (e.outcome != core::Outcome::passed) return "";
  const bool all = std::all_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.done; });
  const bool until = std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
    return row.done && !plan_->until.empty() && row.task.id == plan_->until;
  });
  if (until) return "";
  if (!all) return "verdict: passed with an open task";
  if (!plan_->gates) return "";
  for (const auto& spec : plan_->gates->manifest.commands) {
    const auto run = gates_.find(spec.command);
    if (run == gates_.end() || !run->second.passed || run->second.seq < worked_at_)
      return "verdict: passed, but " + spec.id + " does not";
    const auto before = baseline_.find(spec.command);
    const bool fewer = before != baseline_.end() && run->second.tests < before->second;
    if (fewer && !plan_->settings.allow_fewer_tests) return "verdict: passed with fewer tests";
  }
  return "";
}

Finding LoopOracle::at_end(const core::Machine& machine) {
  if (!pending_.empty()) return pending_;
  const auto* state = std::get_if<core::loop::State>(&machine.state);
  if (state == nullptr) return "the machine has no state";
  // Files that could not be written are why it ended: then they do not say what the machine knows.
  if (machine.outcome == core::Outcome::error) return "";
  if (state->order != order_) return "index: the list is not in the order of its file";
  for (TaskKey key = 0; key < rows_.size(); ++key) {
    if (state->tasks[key].done && !rows_[key].done) return "tick: done, but never recorded";
  }
  return "";
}

}  // namespace assay::sim
