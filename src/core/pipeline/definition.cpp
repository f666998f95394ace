// SPDX-License-Identifier: MIT
#include "core/pipeline/definition.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::core::pipeline {

namespace {

template <class Range, class Predicate>
auto find_in(const Range& range, Predicate fits) -> decltype(std::data(range)) {
  const auto found = std::find_if(std::begin(range), std::end(range), fits);
  return found == std::end(range) ? nullptr : &*found;
}

Condition fact(Fact which, Outcome otherwise) {
  return {.subject = Subject::evidence, .fact = which, .otherwise = otherwise};
}

Condition number(std::string_view query, Comparison comparison, Bound bound, Outcome otherwise) {
  return {.subject = Subject::query,
          .query = std::string(query),
          .comparison = comparison,
          .bound = bound,
          .otherwise = otherwise};
}

Condition completed(agent::CompletionStatus status, Comparison comparison, Bound bound,
                    Outcome otherwise) {
  return {.status = status, .comparison = comparison, .bound = bound, .otherwise = otherwise};
}

constexpr Bound none{};
constexpr Bound everyone{.all = true};

std::vector<Condition> agents_gate(const Step& step) {
  using agent::CompletionStatus;
  std::vector<Condition> gate;
  if (find_route(step, Outcome::revise) != nullptr) {
    gate.push_back(
        completed(CompletionStatus::needs_revision, Comparison::exactly, none, Outcome::revise));
  }
  gate.push_back(
      completed(CompletionStatus::done, Comparison::at_least, everyone, Outcome::failed));
  return gate;
}

std::vector<Condition> prepare_gate(const Step& step) {
  std::vector<Condition> gate{fact(Fact::clean_tree, Outcome::failed)};
  if (step.dispatch.role.empty()) return gate;
  gate.push_back(fact(Fact::no_blocker_concerns, Outcome::blocker));
  gate.push_back(fact(Fact::no_concerns, Outcome::concerns));
  return gate;
}

std::vector<Condition> verify_gate() {
  return {
      fact(Fact::baseline_recorded, Outcome::failed),
      fact(Fact::required_checks_passed, Outcome::revise),
      fact(Fact::no_regressions, Outcome::revise),
      number("checks_passed", Comparison::at_least, {.standard = 2, .large = 3}, Outcome::revise)};
}

std::vector<Condition> review_gate(const Step& step) {
  const auto majority = static_cast<std::int32_t>(step.dispatch.instances.size() / 2 + 1);
  return {number("review_blockers", Comparison::exactly, none, Outcome::blocker),
          fact(Fact::verdicts_distinct, Outcome::failed),
          number("review_submitted", Comparison::at_least, everyone, Outcome::failed),
          number("review_approvals", Comparison::at_least,
                 {.standard = majority, .large = majority}, Outcome::revise),
          number("review_criticals", Comparison::exactly, none, Outcome::revise)};
}

}  // namespace

const Step* find_step(const Definition& definition, std::string_view id) {
  return find_in(definition.steps, [&](const Step& step) { return step.id == id; });
}

const Loop* find_loop(const Definition& definition, std::string_view name) {
  return find_in(definition.loops, [&](const Loop& loop) { return loop.name == name; });
}

const Query* find_query(std::span<const Query> queries, std::string_view name) {
  return find_in(queries, [&](const Query& query) { return query.name == name; });
}

const Route* find_route(const Step& step, Outcome on, std::string_view option) {
  return find_in(step.routes,
                 [&](const Route& route) { return route.on == on && route.option == option; });
}

const Option* default_option(const Question& question) {
  return find_in(question.options, [](const Option& option) { return option.is_default; });
}

std::vector<Outcome> outcomes_of(const Step& step) {
  if (step.kind == StepKind::approval) return {Outcome::option};
  std::vector<Outcome> outcomes{Outcome::pass, Outcome::failed};
  for (const Condition& condition : step.gate) outcomes.push_back(condition.otherwise);
  const bool charged = std::any_of(step.routes.begin(), step.routes.end(),
                                   [](const Route& route) { return !route.loop.empty(); });
  if (charged) outcomes.push_back(Outcome::exhausted);
  std::sort(outcomes.begin(), outcomes.end());
  outcomes.erase(std::unique(outcomes.begin(), outcomes.end()), outcomes.end());
  return outcomes;
}

std::vector<Condition> standard_gate(const Step& step) {
  switch (step.kind) {
    case StepKind::prepare: return prepare_gate(step);
    case StepKind::agents: return agents_gate(step);
    case StepKind::tasks: return agents_gate(step);
    case StepKind::verify: return verify_gate();
    case StepKind::goals: return {fact(Fact::goals_reached, Outcome::revise)};
    case StepKind::review: return review_gate(step);
    case StepKind::approval: return {};
    case StepKind::bundle: return {};
    case StepKind::commit: return {};
  }
  return {};
}

// A check counts once however often it was run, a reviewer once however often he answered. Each
// query stays within one run and one task, and where rounds differ within one round.
std::span<const Query> standard_queries() {
  static const std::array<Query, 8> queries{{
      {"baseline_checks",
       "SELECT COUNT(DISTINCT check_name) FROM anvil_checks WHERE run_id = :run_id AND "
       "task_id = :task_id AND phase = 'baseline'"},
      {"checks_passed",
       "SELECT COUNT(DISTINCT check_name) FROM anvil_checks WHERE run_id = :run_id AND "
       "task_id = :task_id AND phase = 'after' AND round = :round AND passed = 1"},
      {"checks_failed",
       "SELECT COUNT(DISTINCT check_name) FROM anvil_checks WHERE run_id = :run_id AND "
       "task_id = :task_id AND phase = 'after' AND round = :round AND passed = 0"},
      {"regressions",
       "SELECT COUNT(DISTINCT a.check_name) FROM anvil_checks AS a JOIN anvil_checks AS b ON "
       "b.run_id = a.run_id AND b.task_id = a.task_id AND b.phase = 'baseline' AND b.passed = 1 "
       "AND b.check_name = 'baseline-' || a.check_name WHERE a.run_id = :run_id AND "
       "a.task_id = :task_id AND a.phase = 'after' AND a.round = :round AND a.passed = 0"},
      {"review_submitted",
       "SELECT COUNT(DISTINCT check_name) FROM anvil_checks WHERE run_id = :run_id AND "
       "task_id = :task_id AND phase = 'review' AND check_name LIKE 'review-' || :scope || '-%' "
       "AND round = :round AND verdict IS NOT NULL"},
      {"review_blockers",
       "SELECT COUNT(DISTINCT check_name) FROM anvil_checks WHERE run_id = :run_id AND "
       "task_id = :task_id AND phase = 'review' AND check_name LIKE 'review-' || :scope || '-%' "
       "AND round = :round AND verdict = 'blocker'"},
      {"review_approvals",
       "SELECT COUNT(DISTINCT check_name) FROM anvil_checks WHERE run_id = :run_id AND "
       "task_id = :task_id AND phase = 'review' AND check_name LIKE 'review-' || :scope || '-%' "
       "AND round = :round AND verdict = 'approve'"},
      {"review_criticals",
       "SELECT COUNT(DISTINCT check_name) FROM anvil_checks WHERE run_id = :run_id AND "
       "task_id = :task_id AND phase = 'review' AND check_name LIKE 'review-' || :scope || '-%' "
       "AND round = :round AND severity IN ('Critical', 'Blocker')"},
  }};
  return queries;
}

std::string feature_folder(std::string_view slug) { return "docs/feature/" + std::string(slug); }

std::string fill(std::string_view path, const Names& names) {
  const std::pair<std::string_view, std::string_view> values[] = {
      {"{slug}", names.slug},   {"{task}", names.task},   {"{instance}", names.instance},
      {"{focus}", names.focus}, {"{scope}", names.scope}, {"{round}", names.round}};
  std::string filled;
  while (!path.empty()) {
    const auto* named = find_in(values, [&](const auto& value) {
      return path.starts_with(value.first) && !value.second.empty();
    });
    filled += named == nullptr ? path.substr(0, 1) : named->second;
    path.remove_prefix(named == nullptr ? 1 : named->first.size());
  }
  return filled;
}

}  // namespace assay::core::pipeline
