// SPDX-License-Identifier: MIT
#include "core/pipeline/state.h"

#include "base/ensure.h"
#include "core/agent/records.h"
#include "core/work/guarded_paths.h"

#include <algorithm>
#include <set>

namespace assay::core::pipeline {

namespace {

std::string name_of(verify::GateType type) {
  switch (type) {
    case verify::GateType::test: return "tests";
    case verify::GateType::typecheck: return "type-check";
    case verify::GateType::lint: return "lint";
    case verify::GateType::build: return "build";
    case verify::GateType::format: return "format";
    case verify::GateType::custom: return "";
  }
  return "";
}

/// Of the last round of each scope.
std::vector<const VoteRecord*> last_votes(const State& state) {
  std::map<std::string, std::int64_t> last;
  for (const VoteRecord& vote : state.votes)
    last[vote.scope] = std::max(last[vote.scope], vote.round);
  std::vector<const VoteRecord*> votes;
  for (const VoteRecord& vote : state.votes) {
    if (vote.round == last[vote.scope]) votes.push_back(&vote);
  }
  return votes;
}

void replace(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

}  // namespace

std::string shell_quoted(std::string_view word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

bool can_take(const State& state, const Route& route) {
  if (route.loop.empty()) return true;
  const Loop* loop = find_loop(state.plan->definition, route.loop);
  const auto used = state.loops.find(route.loop);
  return loop != nullptr && (used == state.loops.end() || used->second < loop->budget);
}

Question question_of(const State& state) {
  const Step& now = current_step(state);
  Question question = now.question;
  std::erase_if(question.options, [&](const Option& option) {
    const Route* route = find_route(now, Outcome::option, option.id);
    return route == nullptr || !can_take(state, *route);
  });
  std::map<std::string, int> risks;
  for (const TaskRecord& record : state.tasks) ++risks[std::string(to_text(record.task.risk))];
  std::string risk_summary;
  for (const auto& [risk, count] : risks)
    risk_summary += (risk_summary.empty() ? "" : ", ") + std::to_string(count) + " " + risk;
  replace(question.context, "{slug}", state.plan->slug);
  replace(question.context, "{tasks}", std::to_string(state.tasks.size()));
  replace(question.context, "{waves}", std::to_string(state.waves.size()));
  replace(question.context, "{risks}", risk_summary.empty() ? "none" : risk_summary);
  // An agent that was asked again is still one, and only those of the step before are meant.
  const std::string before = state.dispatches.empty() ? "" : state.dispatches.back().step;
  std::set<std::string> done;
  for (const TelemetryRow& row : state.dispatches) {
    if (row.status == to_text(agent::CompletionStatus::done) && row.step == before)
      done.insert(row.instance);
  }
  for (const auto& [path, accepted] : state.files.accepted) {
    if (accepted.step == before) question.files.push_back(state.plan->feature_dir + "/" + path);
  }
  replace(question.context, "{done}", std::to_string(done.size()));
  return question;
}

std::uint32_t answers_to(const State& state, const std::string& gate_id) {
  return static_cast<std::uint32_t>(
      std::count_if(state.approvals.begin(), state.approvals.end(),
                    [&](const ApprovalRecord& record) { return record.gate_id == gate_id; }));
}

const Step& current_step(const State& state) {
  ENSURE(state.step < state.plan->definition.steps.size());
  return state.plan->definition.steps[state.step];
}

bool is_reverting(const State& state) { return state.mode == "revert"; }

std::int64_t round_of(const State& state) {
  const auto found = state.rounds.find(current_step(state).id);
  return found == state.rounds.end() ? 1 : found->second;
}

std::uint32_t in_flight(const State& state) {
  return state.checks.in_flight() + state.goals.in_flight() + state.talk.in_flight();
}

std::string_view end_word(const State& state) {
  switch (state.end_target) {
    case Target::done: return "DONE";
    case Target::stop: return "EXHAUSTED";
    case Target::abort: return "ABORTED";
    case Target::step:
    case Target::error: return "ERROR";
  }
  return "ERROR";
}

std::vector<std::string> check_names(const verify::Manifest& manifest) {
  std::vector<std::string> names;
  for (const verify::CommandSpec& spec : manifest.commands) {
    std::string name = name_of(spec.gate_type);
    if (name.empty()) name = spec.id;
    const bool taken = std::find(names.begin(), names.end(), name) != names.end();
    names.push_back(taken ? name + "-" + spec.id : name);
  }
  return names;
}

std::string shown_confidence(const State& state) {
  return std::string(state.confidence ? shown_word(*state.confidence) : "");
}

void compute_confidence(State& state) {
  const auto set = [&](Confidence confidence, std::string why) {
    state.confidence = confidence;
    state.confidence_why = std::move(why);
  };
  if (state.went_on_exhausted || state.ending == core::Outcome::exhausted)
    return set(Confidence::low, "a loop was used up");
  const bool strict = state.rules >= Rules::v0_2;
  const std::vector<const VoteRecord*> votes = last_votes(state);
  std::size_t approvals = 0;
  for (const VoteRecord* vote : votes) {
    if (vote->review.effective() == agent::Vote::blocker)
      return set(Confidence::low, "a blocker remains");
    approvals += vote->review.effective() == agent::Vote::approve ? 1U : 0U;
  }
  for (const TaskRecord& task : state.tasks) {
    if (!task.verified) return set(Confidence::low, task.task.id + " is not verified");
    if (!task.regressions.empty()) return set(Confidence::low, "there are regressions");
  }
  // Over nothing at all everything holds.
  if (strict && state.tasks.empty()) return set(Confidence::low, "no task was verified");
  if (strict && state.verified_tree.empty()) return set(Confidence::low, "no check was run");
  if (votes.size() > approvals) {
    if (approvals * 3 < votes.size() * 2)
      return set(Confidence::low, "fewer than two thirds approve");
    return set(Confidence::medium, "not everybody approved");
  }
  const bool clean = std::all_of(state.after.begin(), state.after.end(),
                                 [](const CheckResult& check) { return check.passed; });
  if (!clean) return set(Confidence::medium, "a check that is not required does not pass");
  if (!state.known_issues.empty()) return set(Confidence::medium, state.known_issues.front());
  if (strict && votes.empty()) return set(Confidence::medium, "nobody has reviewed it");
  set(Confidence::high, "every check passed and everybody approved");
}

std::vector<std::string> protected_changed(const State& state) {
  std::set<std::string> all(state.plan->protected_changed.begin(),
                            state.plan->protected_changed.end());
  for (const std::string& path : state.seen.differs) {
    if (work::is_protected(state.plan->protected_globs, path)) all.insert(path);
  }
  return {all.begin(), all.end()};
}

Bundle bundle_of(const State& state) {
  Bundle bundle;
  bundle.run_id = state.run_id;
  bundle.slug = state.plan->slug;
  bundle.definition = state.plan->definition.name;
  bundle.confidence = state.confidence.value_or(Confidence::low);
  bundle.confidence_why = state.confidence_why;
  bundle.baseline = state.origin.head;
  bundle.tree = state.verified_name;
  if (state.proving.proof) bundle.proof = proof::in_words(*state.proving.proof);
  bundle.tag = state.origin.tag;
  std::map<std::string, std::string> files;
  for (const auto& [path, risk] : state.left_over) files[path] = std::string(to_text(risk));
  for (const TaskRecord& task : state.tasks) {
    BundleTask& entry = bundle.tasks.emplace_back();
    entry.id = task.task.id;
    entry.title = task.task.title;
    entry.size = std::string(to_text(task.task.size));
    entry.risk = std::string(to_text(task.task.risk));
    entry.verified = task.verified;
    entry.regressions = task.regressions;
    entry.files.assign(task.changed.begin(), task.changed.end());
    for (const std::string& path : task.changed) files[path] = std::string(to_text(task.task.risk));
    for (const CheckResult& check : state.baseline)
      entry.checks.push_back({check.name, "baseline", check.passed, check.command, check.tests});
    for (const CheckResult& check : state.after)
      entry.checks.push_back({check.name, "after", check.passed, check.command, check.tests});
  }
  for (const VoteRecord& vote : state.votes)
    bundle.votes.push_back({.scope = vote.scope,
                            .instance = vote.instance,
                            .focus = vote.focus,
                            .model = vote.review.reviewer_model,
                            .round = vote.round,
                            .verdict = std::string(to_text(vote.review.effective())),
                            .claimed = std::string(to_text(vote.review.verdict)),
                            .summary = vote.review.summary});
  for (const ApprovalRecord& approval : state.approvals)
    bundle.approvals.push_back({approval.gate_id, approval.option, approval.by,
                                assay::to_text(approval.at), approval.comment, approval.automatic});
  bundle.contradicted = state.contradicted;
  bundle.protected_changed = protected_changed(state);
  for (const auto& [path, risk] : files) bundle.blast_radius.push_back({path, risk});
  bundle.known_issues = state.known_issues;
  bundle.dispatches = state.dispatches;
  bundle.costs = state.costs;
  if (files.empty()) return bundle;
  // Nothing is lost by it: `git stash pop` brings the work back.
  bundle.rollback_before = "git stash push --include-untracked --";
  for (const auto& [path, risk] : files) bundle.rollback_before += " " + shell_quoted(path);
  for (const Step& step : state.plan->definition.steps) {
    if (step.kind != StepKind::commit) continue;
    const std::string subject = fill(step.message, {state.plan->slug});
    bundle.rollback_after =
        "git revert --no-edit \"$(git log -1 --format=%H --fixed-strings --grep=" +
        shell_quoted(subject.substr(0, subject.find('\n'))) + ")\"";
  }
  return bundle;
}

}  // namespace assay::core::pipeline
