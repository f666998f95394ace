// SPDX-License-Identifier: MIT
// The last layer: from time to time somebody else looks at the work. Silence is no approval.
#include "core/loop/review.h"

#include "base/ensure.h"
#include "core/agent/decide.h"
#include "core/loop/turn.h"

#include <algorithm>

namespace assay::core::loop {

namespace {

constexpr std::size_t summary_bytes = 200;

/// The phase of an id: "1.4.2" is of phase 1. Empty for ids that name none.
std::string phase_of(const Task& task) {
  const std::size_t dot = task.id.find('.');
  return dot == std::string::npos ? task.phase : task.id.substr(0, dot);
}

/// Its first lines as bullet points, three at most.
std::string bullets(const std::string& findings) {
  std::string all;
  int count = 0;
  std::size_t at = 0;
  while (at < findings.size() && count < 3) {
    const std::size_t end = std::min(findings.find('\n', at), findings.size());
    std::string line = findings.substr(at, end - at);
    at = end + 1;
    line.erase(0, line.find_first_not_of(" \t-*#>"));
    if (line.empty()) continue;
    all += (count == 0 ? "" : "; ") + line.substr(0, summary_bytes);
    ++count;
  }
  return all.empty() ? "none" : all;
}

/// Why nobody of its kind may be started for now, if that is how it ended.
std::optional<agent::Refusal> put_off(const Evidence& ended, const Hand& hand) {
  const agent::Fused fused = agent::fuse(
      {ended, agent::transcript_of(ended), agent::dialect_of(hand.order, ended), std::nullopt});
  if (fused.outcome != agent::Outcome::unavailable) return std::nullopt;
  return agent::Refusal{fused.reason, agent::available_again(ended)};
}

}  // namespace

/// Why the batch is reviewed; empty: it is not.
std::string review_trigger(const State& run) {
  const LoopSettings& settings = run.plan->settings;
  for (const TaskKey key : run.batch) {
    const TaskState& state = run.tasks[key];
    if (state.next == Next::review) return "what the last review found is fixed";
    if (state.reviews > 0) return "the last review came to no verdict";
    if (state.fixes) continue;  // its original is reviewed, not every step on the way
    const std::uint32_t index = position(run, key);
    if (index + 1 == run.order.size()) return "last task";
    if (index > 0 && index % static_cast<std::uint32_t>(settings.review_every) == 0)
      return "every " + std::to_string(settings.review_every) + "th task";
    for (std::uint32_t before = index; before > 0; --before) {
      const TaskState& other = run.tasks[run.order[before - 1]];
      if (!other.done || other.fixes) continue;
      if (phase_of(other.task) != phase_of(state.task)) return "first task of its phase";
      break;
    }
  }
  return "";
}

void Review::begin() {
  const std::string trigger = s_.plan->settings.review ? review_trigger(s_) : "";
  Layer layer{"review", LayerStatus::skipped, ""};
  if (trigger.empty()) {
    const std::uint32_t every = static_cast<std::uint32_t>(s_.plan->settings.review_every);
    const std::uint32_t index = position(s_, s_.batch.front());
    const std::uint32_t next =
        std::min((index / every + 1) * every, static_cast<std::uint32_t>(s_.order.size()) - 1) +
        (is_new(s_) ? 1 : 0);
    layer.why = s_.plan->settings.review ? "next at task " + std::to_string(next) : "switched off";
    if (s_.plan->settings.review)
      turn_.note(ProgressEntry::Section::log,
                 "Skipping artifact review (next at task " + std::to_string(next) + ")");
    for (const TaskKey key : s_.batch) s_.tasks[key].layers.push_back(layer);
    return turn_.record_batch();
  }
  s_.step = Step::looking_review;
  s_.key = turn_.new_key();
  ask(InspectWork{.key = s_.key,
                  .name = "review",
                  .directory = s_.plan->workspace,
                  .spec_dir = s_.plan->spec_dir},
      &Review::seen_before);
}

void Review::seen_before(const WorkInspected& e) {
  s_.reviewing.tree = e.sight.tree;
  s_.reviewing.head = e.sight.head;
  s_.reviewing.repository = e.sight.repository;
  reserve();
}

void Review::reserve() {
  ENSURE(!s_.batch.empty());
  s_.step = Step::reserving_review;
  if (s_.refusal || turn_.stops()) {
    if (s_.step == Step::reserving_review) turn_.park();
    return;
  }
  TaskState& first = s_.tasks[s_.batch.front()];
  ++first.review_spawns;
  s_.key = turn_.new_key(first.review_spawns);
  ask(AskSpending{.key = s_.key, .name = id_of(first.task, s_.batch.front()) + "-reviewer"},
      &Review::start);
}

void Review::start(const SpendingReported& e) {
  ENSURE(!s_.batch.empty() && s_.plan->reviewer.has_value());
  s_.purse.others_today = e.others_today;
  if (turn_.stops()) return;
  if (auto refusal = agent::check(s_.purse, turn_.at())) {
    const bool final = !refusal->until && !s_.purse.closed;
    s_.refusal = std::move(refusal);
    return final ? turn_.end(Outcome::out_of_budget, s_.refusal->why) : turn_.park();
  }
  agent::reserve(s_.purse, s_.key, turn_.at());
  const TaskKey key = s_.batch.front();
  const TaskState& first = s_.tasks[key];
  const std::string id = first.task.id.empty() ? std::to_string(position(s_, key)) : first.task.id;
  Launch launch = turn_.launch_of(*s_.plan->reviewer, s_.key, id_of(first.task, key) + "-reviewer",
                                  s_.plan->workspace);
  launch.env.emplace_back("ASSAY_TASK_ID", id);
  launch.env.emplace_back("ASSAY_TASK_INDEX", std::to_string(position(s_, key)));
  agent::Order order = *launch.agent;
  std::string blocks;
  std::string changed;
  for (const TaskKey each : s_.batch) {
    const TaskState& state = s_.tasks[each];
    blocks += state.task.block;
    if (state.left)
      for (const std::string& path : state.left->changed) changed += path + "\n";
  }
  order.values.insert(order.values.end(),
                      {{"task_id", id},
                       {"iteration", std::to_string(first.reviews + 1)},
                       {"iteration_max", std::to_string(s_.plan->settings.max_review_iterations)},
                       {"task", blocks},
                       {"changed_files", changed},
                       {"prior_findings", first.prior_findings}});
  const std::string spec = s_.plan->workspace + "/" + s_.plan->spec_dir;
  order.files = {{"design", spec + "/design.md"}, {"requirements", spec + "/requirements.md"}};
  launch.agent = std::make_shared<const agent::Order>(std::move(order));
  s_.step = Step::reviewing;
  ask(StartAttempt{std::move(launch)}, &Review::ended);
}

void Review::ended(const AttemptEnded& e) {
  agent::settle(s_.purse, s_.key, e.evidence);
  if (s_.cancelled) {
    s_.step = Step::reserving_review;
    return turn_.park();
  }
  s_.reviewing.evidence = e.evidence;
  s_.step = Step::inspecting_review;
  s_.key = turn_.new_key();
  // What a member of the batch wants inserted is not in the file yet.
  std::optional<TaskList> expected;
  if (!s_.list_changed) expected = list_of(s_);
  InspectWork look{.key = s_.key,
                   .name = "review",
                   .directory = s_.plan->workspace,
                   .spec_dir = s_.plan->spec_dir,
                   .expected = std::move(expected)};
  look.since_repository = s_.reviewing.repository;
  ask(std::move(look), &Review::inspected);
}

void Review::inspected(const WorkInspected& e) {
  const WorkSight& sight = e.sight;
  // Older journals tell nothing of the repository; their reviewers were judged by files alone.
  const bool reached = !sight.reached.empty() ||
                       (!s_.reviewing.repository.empty() && sight.head != s_.reviewing.head);
  const bool touched = sight.tree != s_.reviewing.tree || !sight.problem.empty() || reached;
  s_.reviewing.tree = sight.tree;
  for (const auto* words : {&sight.tampering, &sight.reached}) {
    for (const std::string& what : *words) s_.tampering.push_back("reviewer: " + what);
  }
  if (!sight.tampering.empty() || touched) {
    for (const TaskKey key : s_.batch) s_.tasks[key].next = Next::check;
    if (auto refusal = put_off(s_.reviewing.evidence, *s_.plan->reviewer)) {
      agent::close(s_.purse, *refusal);
      s_.refusal = std::move(refusal);
    }
    return review_repeated("the reviewer changed the workspace: its word does not count");
  }
  judge();
}

void Review::judge() {
  ENSURE(s_.plan->reviewer.has_value());
  const agent::Order& reviewer = s_.plan->reviewer->order;
  if (auto refusal = put_off(s_.reviewing.evidence, *s_.plan->reviewer)) {
    if (agent::fall_back(s_.purse, reviewer, s_.reviewing.evidence, *refusal)) return reserve();
    agent::close(s_.purse, *refusal);
    s_.refusal = std::move(refusal);
    s_.step = Step::reserving_review;
    return turn_.park();
  }
  const agent::Fused fused =
      agent::fuse({s_.reviewing.evidence, agent::transcript_of(s_.reviewing.evidence),
                   agent::dialect_of(reviewer, s_.reviewing.evidence), std::nullopt});
  const Saying said =
      s_.reviewing.evidence.reading.saying ? *s_.reviewing.evidence.reading.saying : Saying{};
  const bool completed = fused.outcome == agent::Outcome::completed;
  if (completed && said.signals.review == false) {
    if (!said.spec_level) return review_failed(said.feedback);
    log_review("REVIEW_FAIL", said.feedback, "suggestions appended, proceeded");
    turn_.note(ProgressEntry::Section::suggestions,
               "- Task " + name_of(s_, s_.batch.front()) + ": " + bullets(said.feedback));
    s_.remarks.push_back(
        name_of(s_, s_.batch.front()) +
        ": the review has suggestions about the spec itself: " + bullets(said.feedback));
    for (const TaskKey key : s_.batch)
      s_.tasks[key].layers.push_back(
          {"review", LayerStatus::passed, "the code stands; suggestions about the spec are noted"});
    return turn_.record_batch();
  }
  const bool silent = !said.signals.review;
  const bool allowed = s_.plan->settings.review_on_silence == OnSilence::pass;
  // Silence is that of a reviewer who has read to the end: who never came to it has not been
  // silent.
  if (!completed) return review_repeated(std::string(to_text(fused.outcome)) + ": " + fused.reason);
  if (silent && !allowed) return review_repeated("the reviewer gave no signal");
  log_review(silent ? "REVIEW_PASS (no signal)" : "REVIEW_PASS", "", "proceeded");
  for (const TaskKey key : s_.batch)
    s_.tasks[key].layers.push_back(
        {"review", LayerStatus::passed,
         silent ? "no signal, which loop.review_on_silence accepts" : ""});
  turn_.record_batch();
}

void Review::review_failed(const std::string& findings) {
  ENSURE(!s_.batch.empty());
  TaskState& first = s_.tasks[s_.batch.front()];
  ++first.reviews;
  first.prior_findings = findings;
  const auto most = static_cast<std::uint32_t>(s_.plan->settings.max_review_iterations);
  if (first.reviews >= most) {
    log_review("REVIEW_FAIL", findings, "stopped");
    return turn_.end(Outcome::exhausted, "ERROR: Max iterations (" + std::to_string(most) +
                                             ") reached without REVIEW_PASS for task " +
                                             name_of(s_, s_.batch.front()) +
                                             ". Outstanding issues: " + bullets(findings));
  }
  log_review("REVIEW_FAIL", findings, "fix task added");
  const TaskKey fix = turn_.insert_fix(s_.batch.front(), findings, true);
  for (const TaskKey key : s_.batch) {
    s_.tasks[key].next = Next::review;
    s_.tasks[key].waits_for = {fix};
  }
  s_.batch.clear();
  turn_.record_batch();
}

/// An absent vote: the reviewer is asked again, as often as it may fail.
void Review::review_repeated(const std::string& why) {
  ENSURE(!s_.batch.empty());
  TaskState& first = s_.tasks[s_.batch.front()];
  ++first.reviews;
  const auto most = static_cast<std::uint32_t>(s_.plan->settings.max_review_iterations);
  log_review("no verdict", why, first.reviews >= most ? "stopped" : "asked again");
  if (first.reviews >= most)
    return turn_.end(Outcome::exhausted, "ERROR: no verdict of the reviewer on task " +
                                             name_of(s_, s_.batch.front()) + " in " +
                                             std::to_string(most) + " iterations: " + why);
  if (first.next != Next::check) return reserve();
  // What the reviewer changed nobody has verified: what had passed is checked again first, and none
  // of it goes without its review.
  for (const TaskKey key : s_.batch) s_.tasks[key].reviews = first.reviews;
  s_.batch.clear();
  turn_.record_batch();
}

void Review::log_review(const std::string& status, const std::string& findings,
                        const std::string& action) {
  const TaskState& first = s_.tasks[s_.batch.front()];
  const bool counted = status == "REVIEW_FAIL" || status == "no verdict";
  const std::uint32_t iteration = counted && first.reviews > 0 ? first.reviews : first.reviews + 1;
  turn_.note(ProgressEntry::Section::log,
             "### Review: execution (Task " +
                 std::to_string(position(s_, s_.batch.front()) + (is_new(s_) ? 1 : 0)) +
                 ", Iteration " + std::to_string(iteration) + ")\n- Status: " + status +
                 "\n- Findings: " + bullets(findings) + "\n- Action: " + action);
}

}  // namespace assay::core::loop
