// SPDX-License-Identifier: MIT
// Gates: each condition can hold, and what it counts is produced by some step.
#include "base/quoted.h"
#include "core/pipeline/lint/lint.h"
#include "format/pipeline/pipeline.h"
#include "format/pipeline/sql.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::format::pipeline {

using namespace core::pipeline;
using lint::Faults;
using lint::StepGraph;

namespace {

/// What assay's own checks are called in the ledger; in the baseline behind "baseline-".
constexpr std::array<std::string_view, 8> check_names{"ide-diagnostics", "syntax-check",   "build",
                                                      "type-check",      "lint",           "tests",
                                                      "import-check",    "smoke-execution"};

StepKind kind_of(Fact fact) {
  switch (fact) {
    case Fact::clean_tree: return StepKind::prepare;
    case Fact::no_blocker_concerns: return StepKind::prepare;
    case Fact::no_concerns: return StepKind::prepare;
    case Fact::baseline_recorded: return StepKind::verify;
    case Fact::required_checks_passed: return StepKind::verify;
    case Fact::no_regressions: return StepKind::verify;
    case Fact::change_proved: return StepKind::verify;
    case Fact::goals_reached: return StepKind::goals;
    case Fact::verdicts_distinct: return StepKind::review;
  }
  return StepKind::prepare;
}

class GateLint {
 public:
  GateLint(const Definition& definition, const StepGraph& graph, Faults& faults)
      : definition_(definition), faults_(faults) {
    for (std::size_t i = 0; i < definition.steps.size(); ++i) after_.push_back(graph.after(i));
  }

  void lint();

 private:
  void lint_step(std::size_t index);
  void check_status(const Condition& condition);
  void check_query(const Condition& condition);
  void check_filter(const RowFilter& filter);
  void check_fact(const Condition& condition);
  void check_facts_there();
  void check_queries();
  bool produced(const RowFilter& filter) const;
  bool produces(const Step& step, const RowFilter& filter) const;
  void object(std::string what) {
    faults_.push_back({index_, "gate", std::to_string(place_), std::move(what)});
  }
  std::string_view scope() const {
    return step_->kind == StepKind::review ? to_text(step_->scope) : std::string_view();
  }

  const Definition& definition_;
  Faults& faults_;
  std::vector<std::vector<bool>> after_;
  std::size_t index_ = 0;
  std::size_t place_ = 0;
  const Step* step_ = nullptr;
};

void GateLint::lint() {
  for (std::size_t i = 0; i < definition_.steps.size(); ++i) lint_step(i);
  check_queries();
}

void GateLint::lint_step(std::size_t index) {
  index_ = index;
  step_ = &definition_.steps[index];
  for (place_ = 0; place_ < step_->gate.size(); ++place_) {
    const Condition& condition = step_->gate[place_];
    if (condition.otherwise == Outcome::concerns && step_->kind != StepKind::prepare)
      object("only prepare ends in 'concerns'");
    switch (condition.subject) {
      case Subject::status: check_status(condition); break;
      case Subject::query: check_query(condition); break;
      case Subject::evidence: check_fact(condition); break;
    }
  }
  check_facts_there();
}

void GateLint::check_status(const Condition& condition) {
  if (step_->dispatch.role.empty()) return object("nobody is asked here whose status counts");
  const bool fixed = step_->kind != StepKind::tasks && step_->kind != StepKind::verify;
  const auto count = static_cast<std::int32_t>(step_->dispatch.instances.size());
  if (fixed && condition.comparison != Comparison::at_most && condition.bound.standard > count)
    object(fmt::format("can never hold: there are only {} instances", count));
}

void GateLint::check_fact(const Condition& condition) {
  const StepKind wanted = kind_of(condition.fact);
  if (step_->kind != wanted)
    return object(fmt::format("'{}' is found out in a step of kind {}", to_text(condition.fact),
                              to_text(wanted)));
  const bool weighed =
      condition.fact == Fact::no_concerns || condition.fact == Fact::no_blocker_concerns;
  if (weighed && step_->dispatch.role.empty()) object("nobody is asked here for concerns");
}

/// A gate may add conditions; what the step is for must stay among them.
void GateLint::check_facts_there() {
  std::vector<Fact> needed;
  if (step_->kind == StepKind::verify)
    needed = {Fact::baseline_recorded, Fact::required_checks_passed, Fact::no_regressions};
  if (step_->kind == StepKind::goals) needed = {Fact::goals_reached};
  if (step_->kind == StepKind::review) needed = {Fact::verdicts_distinct};
  for (const Fact fact : needed) {
    const bool there = std::any_of(step_->gate.begin(), step_->gate.end(), [&](const Condition& c) {
      return c.subject == Subject::evidence && c.fact == fact;
    });
    if (!there)
      faults_.push_back({index_, "gate", "", fmt::format("needs {{evidence: {}}}", to_text(fact))});
  }
  const bool veto = std::any_of(step_->gate.begin(), step_->gate.end(),
                                [](const Condition& c) { return c.otherwise == Outcome::blocker; });
  if (step_->kind == StepKind::review && !veto)
    faults_.push_back({index_, "gate", "", "no condition ends in 'blocker': nobody has a veto"});
}

void GateLint::check_query(const Condition& condition) {
  const Query* query = find_query(definition_.queries, condition.query);
  if (query == nullptr) query = find_query(standard_queries(), condition.query);
  if (query == nullptr) {
    std::vector<std::string_view> known;
    for (const Query& one : standard_queries()) known.push_back(one.name);
    for (const Query& one : definition_.queries) known.push_back(one.name);
    return object("there is no query " + quoted(condition.query) +
                  suggestion(condition.query, known));
  }
  const QueryReading reading = read_query(query->sql, scope());
  const auto uses = [&](std::string_view name) {
    return std::find(reading.parameters.begin(), reading.parameters.end(), name) !=
           reading.parameters.end();
  };
  const bool review = step_->kind == StepKind::review;
  const bool per_task = step_->kind == StepKind::tasks || step_->kind == StepKind::verify;
  if (uses("scope") && !review) object("only a review has a :scope");
  if (uses("task_id") && !review && !per_task) object("there is no task here for :task_id");
  if (condition.bound.all && !review) object("'all' has no number here");
  for (const RowFilter& filter : reading.filters) check_filter(filter);
}

void GateLint::check_filter(const RowFilter& filter) {
  if (produced(filter)) return;
  const std::string_view column =
      filter.column == RowFilter::Column::phase ? "phase" : "check_name";
  object(fmt::format("waits for rows whose {} is {}{}, and no step up to here writes one", column,
                     filter.like ? "like " : "", quoted(filter.value)));
}

bool GateLint::produced(const RowFilter& filter) const {
  for (std::size_t i = 0; i < definition_.steps.size(); ++i) {
    const bool up_to_here = i == index_ || after_[i][index_];
    if (up_to_here && produces(definition_.steps[i], filter)) return true;
  }
  return false;
}

bool GateLint::produces(const Step& step, const RowFilter& filter) const {
  const auto fits = [&](std::string_view name) {
    return filter.like ? like(filter.value, name) : filter.value == name;
  };
  const bool phase = filter.column == RowFilter::Column::phase;
  if (step.kind == StepKind::verify) {
    if (phase) return fits("baseline") || fits("after");
    return std::any_of(check_names.begin(), check_names.end(), [&](std::string_view name) {
      return fits(name) || fits("baseline-" + std::string(name));
    });
  }
  if (step.kind != StepKind::review) return false;
  if (phase) return fits("review");
  return std::any_of(
      step.dispatch.instances.begin(), step.dispatch.instances.end(),
      [&](const Instance& instance) {
        return fits(fmt::format("review-{}-{}", to_text(step.scope), instance.focus));
      });
}

void GateLint::check_queries() {
  for (const Query& query : definition_.queries) {
    for (const std::string& fault : read_query(query.sql, "design").faults)
      faults_.push_back({std::nullopt, "queries", query.name, fault});
    const bool named =
        std::any_of(definition_.steps.begin(), definition_.steps.end(), [&](const Step& step) {
          return std::any_of(step.gate.begin(), step.gate.end(),
                             [&](const Condition& c) { return c.query == query.name; });
        });
    if (!named) faults_.push_back({std::nullopt, "queries", query.name, "no gate names it"});
  }
}

}  // namespace

}  // namespace assay::format::pipeline

namespace assay::format {

std::vector<PipelineFault> lint_pipeline(const core::pipeline::Definition& definition) {
  std::vector<PipelineFault> faults = core::pipeline::lint::find_faults(definition);
  if (definition.steps.empty()) return faults;
  const core::pipeline::lint::StepGraph graph(definition);
  pipeline::GateLint(definition, graph, faults).lint();
  std::stable_sort(faults.begin(), faults.end(),
                   [](const PipelineFault& a, const PipelineFault& b) { return a.step < b.step; });
  return faults;
}

}  // namespace assay::format
