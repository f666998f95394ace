// SPDX-License-Identifier: MIT
// What flows through the steps: nobody is told to read what nobody wrote before, and nothing is
// committed that was not verified.
#include "base/quoted.h"
#include "base/text/glob.h"
#include "core/pipeline/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::core::pipeline::lint {

namespace {

/// More distinct files than this are too many to follow.
constexpr std::size_t files_max = 512;

struct Written {
  std::size_t step = 0;
  std::string path;  ///< instances filled in; {task}, {round} and {slug} as they are
  Contract contract = Contract::text;
};

Names names_of(const Step& step, const Instance& instance) {
  const bool review = step.kind == StepKind::review;
  return {.instance = instance.name,
          .focus = instance.focus,
          .scope = review ? to_text(step.scope) : std::string_view()};
}

std::set<std::string> expanded(const Step& step, const std::string& path) {
  std::set<std::string> paths;
  for (const Instance& instance : step.dispatch.instances)
    paths.insert(fill(path, names_of(step, instance)));
  if (paths.empty()) paths.insert(path);
  return paths;
}

class FlowLint {
 public:
  FlowLint(const Definition& definition, const StepGraph& graph, Faults& faults)
      : definition_(definition), graph_(graph), faults_(faults) {}

  void lint();

 private:
  using Set = std::vector<bool>;  ///< of `written_`, and behind them whether work was verified

  bool collect();
  Set made_by(std::size_t step, Outcome on) const;
  void spread();
  void lint_inputs(std::size_t index);
  void lint_plans(std::size_t index);
  void check_made(std::size_t index, std::string_view key, const std::string& path,
                  Contract contract);
  bool before(std::size_t index, const std::string& pattern) const;
  bool somewhere_before(std::size_t index, const std::string& pattern) const;
  bool made(std::size_t index, const std::string& path, Contract contract) const;

  const Definition& definition_;
  const StepGraph& graph_;
  Faults& faults_;
  std::vector<Written> written_;
  std::vector<Set> certain_;  ///< per step: there whichever way it was reached
  std::vector<Set> after_;    ///< per step: which can come later
};

bool FlowLint::collect() {
  for (std::size_t i = 0; i < definition_.steps.size(); ++i) {
    const Step& step = definition_.steps[i];
    for (const Output& output : step.dispatch.outputs) {
      for (const std::string& path : expanded(step, output.path)) {
        if (written_.size() == files_max) return false;
        written_.push_back({i, path, output.contract});
      }
    }
  }
  return true;
}

/// What is surely there when the step ended so.
FlowLint::Set FlowLint::made_by(std::size_t step, Outcome on) const {
  const Step& made = definition_.steps[step];
  Set set(written_.size() + 1, false);
  const bool checks = made.kind == StepKind::verify || made.kind == StepKind::goals;
  if (on == Outcome::failed || on == Outcome::blocker) return set;
  set.back() = checks;
  if (made.dispatch.if_configured) return set;
  for (std::size_t i = 0; i < written_.size(); ++i) set[i] = written_[i].step == step;
  return set;
}

/// Down from "everything" to what every way brings along.
void FlowLint::spread() {
  const std::size_t steps = definition_.steps.size();
  certain_.assign(steps, Set(written_.size() + 1, true));
  certain_[0].assign(written_.size() + 1, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& edge : graph_.edges()) {
      const Set made = made_by(edge.from, edge.route->on);
      for (std::size_t i = 0; i < made.size(); ++i) {
        const bool brought = certain_[edge.from][i] || made[i];
        if (brought || !certain_[edge.to][i]) continue;
        certain_[edge.to][i] = false;
        changed = true;
      }
    }
  }
  for (std::size_t i = 0; i < steps; ++i) after_.push_back(graph_.after(i));
}

void FlowLint::lint() {
  if (!collect()) {
    faults_.push_back({std::nullopt, "steps", "",
                       fmt::format("more than {} files are written in all", files_max)});
    return;
  }
  spread();
  for (std::size_t i = 0; i < definition_.steps.size(); ++i) {
    lint_inputs(i);
    lint_plans(i);
    if (definition_.steps[i].kind == StepKind::commit && !certain_[i].back())
      faults_.push_back({i, "kind", "", "can be reached without a verify or goals step"});
  }
}

bool FlowLint::before(std::size_t index, const std::string& pattern) const {
  for (std::size_t i = 0; i < written_.size(); ++i)
    if (certain_[index][i] && feeds(written_[i].path, pattern)) return true;
  return false;
}

bool FlowLint::somewhere_before(std::size_t index, const std::string& pattern) const {
  return std::any_of(written_.begin(), written_.end(), [&](const Written& written) {
    return after_[written.step][index] && feeds(written.path, pattern);
  });
}

void FlowLint::lint_inputs(std::size_t index) {
  const Step& step = definition_.steps[index];
  std::size_t counts[2] = {0, 0};
  for (const Input& input : step.dispatch.inputs) {
    const std::string part = std::to_string(counts[input.required ? 1 : 0]++);
    if (input.path == "request") continue;
    for (const std::string& pattern : expanded(step, input.path)) {
      const bool possible = somewhere_before(index, pattern);
      if (possible && (!input.required || before(index, pattern))) continue;
      faults_.push_back(
          {index, input.required ? "inputs" : "optional_inputs", part,
           quoted(pattern) + (possible ? " is not there on every way to this step (move it to "
                                         "optional_inputs)"
                                       : " is written by no step before this one")});
    }
  }
}

bool FlowLint::made(std::size_t index, const std::string& path, Contract contract) const {
  for (std::size_t i = 0; i < written_.size(); ++i) {
    const Written& written = written_[i];
    if (certain_[index][i] && written.path == path && written.contract == contract) return true;
  }
  return false;
}

void FlowLint::check_made(std::size_t index, std::string_view key, const std::string& path,
                          Contract contract) {
  if (made(index, path, contract)) return;
  faults_.push_back({index, std::string(key), "",
                     fmt::format("no step before this one surely writes {} as {}", quoted(path),
                                 to_text(contract))});
}

void FlowLint::lint_plans(std::size_t index) {
  const Step& step = definition_.steps[index];
  if (!step.plan.empty()) {
    const bool folder = step.plan.ends_with('/');
    check_made(index, "plan", step.plan, folder ? Contract::impl_task : Contract::plan);
  }
  if (!step.task_files.empty()) check_made(index, "task_files", step.task_files, Contract::task);
  if (!step.phase.empty()) check_made(index, "phase", step.phase + ".task/", Contract::impl_task);
}

}  // namespace

bool feeds(std::string_view output, std::string_view input) {
  if (output.ends_with('/') && input.starts_with(output)) return true;
  for (;;) {
    const std::string_view name = input.substr(0, input.find('/'));
    const std::string_view other = output.substr(0, output.find('/'));
    if (!matches_glob(name, other)) return false;
    const bool ends = name.size() == input.size();
    if (ends || other.size() == output.size()) return ends && other.size() == output.size();
    input.remove_prefix(name.size() + 1);
    output.remove_prefix(other.size() + 1);
  }
}

void lint_flow(const Definition& definition, const StepGraph& graph, Faults& faults) {
  FlowLint(definition, graph, faults).lint();
}

}  // namespace assay::core::pipeline::lint
