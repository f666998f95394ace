// SPDX-License-Identifier: MIT
// Rules for each step by itself.
#include "base/quoted.h"
#include "core/evidence/completion.h"
#include "core/pipeline/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

namespace assay::core::pipeline::lint {

namespace {

class StepLint {
 public:
  StepLint(const Definition& definition, std::size_t index, Faults& faults)
      : definition_(definition), step_(definition.steps[index]), index_(index), faults_(faults) {}

  void lint();

 private:
  void object(std::string key, std::string part, std::string what) {
    faults_.push_back({index_, std::move(key), std::move(part), std::move(what)});
  }
  void check_instances();
  void check_foci();
  void check_contracts();
  void check_question();
  void check_blocking();
  void check_place();

  const Definition& definition_;
  const Step& step_;
  std::size_t index_;
  Faults& faults_;
};

void StepLint::lint() {
  check_place();
  check_blocking();
  check_instances();
  check_foci();
  check_contracts();
  if (step_.kind == StepKind::approval) check_question();
}

void StepLint::check_place() {
  for (std::size_t i = 0; i < index_; ++i) {
    if (definition_.steps[i].id == step_.id) {
      object("id", "", "there are two steps " + quoted(step_.id));
      break;
    }
  }
  const bool prepare = step_.kind == StepKind::prepare;
  if (prepare && index_ > 0) object("kind", "", "prepare must be the first step");
  if (!prepare && index_ == 0)
    object("kind", "", "the first step must be of kind prepare: it records the baseline");
}

void StepLint::check_blocking() {
  const Route* failed = find_route(step_, Outcome::failed);
  const Route* pass = find_route(step_, Outcome::pass);
  if (step_.blocking || failed == nullptr || pass == nullptr || failed->way == pass->way) return;
  object("on", "failed", "a step that is not blocking goes on as if it had passed");
}

void StepLint::check_instances() {
  const Dispatch& dispatch = step_.dispatch;
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < dispatch.instances.size(); ++i) {
    const std::string& name = dispatch.instances[i].name;
    if (!names.insert(name).second)
      object("instances", std::to_string(i), "there are two instances " + quoted(name));
  }
  if (dispatch.concurrency > definition_.concurrency)
    object("concurrency", "",
           fmt::format("is over the {} that the pipeline allows", definition_.concurrency));
}

/// Words a contract allows for the focus of who writes it; empty: any.
std::span<const std::string_view> foci_of(Contract written) {
  if (written == Contract::verdict) return agent::review_foci;
  if (written == Contract::research) return agent::research_foci;
  return {};
}

void StepLint::check_foci() {
  std::set<std::string_view> met;
  for (std::size_t i = 0; i < step_.dispatch.instances.size(); ++i) {
    const std::string& focus = step_.dispatch.instances[i].focus;
    const std::string part = std::to_string(i);
    if (step_.kind == StepKind::review && focus.empty())
      object("instances", part, "a reviewer needs a focus");
    if (!focus.empty() && !met.insert(focus).second)
      object("instances", part, "the focus " + quoted(focus) + " is there twice");
    for (const Output& output : step_.dispatch.outputs) {
      const std::span<const std::string_view> words = foci_of(output.contract);
      if (words.empty() || std::find(words.begin(), words.end(), focus) != words.end()) continue;
      object("instances", part,
             fmt::format("the contract {} knows no focus {} (it knows {})",
                         to_text(output.contract), quoted(focus), fmt::join(words, ", ")));
    }
  }
}

/// What an agent leaves behind must tell whether it is done, and in a review how it votes.
void StepLint::check_contracts() {
  const auto& outputs = step_.dispatch.outputs;
  const auto count = [&](auto fits) { return std::count_if(outputs.begin(), outputs.end(), fits); };
  const auto telling = count(
      [](const Output& o) { return o.contract != Contract::text && o.contract != Contract::log; });
  const auto verdicts = count([](const Output& o) { return o.contract == Contract::verdict; });
  const auto concerns = count([](const Output& o) { return o.contract == Contract::pushback; });
  const bool asks = !step_.dispatch.role.empty();
  if (asks && telling == 0)
    object("outputs", "", "nothing tells whether the agent is done: all are plain text");
  if (!asks && telling > 0)
    object("outputs", "", "assay writes these itself: they have no contract but text");
  if (!asks && !step_.dispatch.inputs.empty())
    object("inputs", "", "there is no role to read them");
  if (asks && step_.kind == StepKind::review && verdicts != 1)
    object("outputs", "", "a reviewer writes exactly one verdict");
  if (asks && step_.kind == StepKind::prepare && concerns != 1)
    object("outputs", "", "who weighs the request writes exactly one pushback");
}

void StepLint::check_question() {
  std::set<std::string_view> ids;
  const Option* chosen = nullptr;
  for (std::size_t i = 0; i < step_.question.options.size(); ++i) {
    const Option& option = step_.question.options[i];
    const std::string part = std::to_string(i);
    if (!ids.insert(option.id).second)
      object("options", part, "there are two options " + quoted(option.id));
    if (find_route(step_, Outcome::option, option.id) == nullptr)
      object("options", part, "the option " + quoted(option.id) + " has no route");
    if (!option.is_default) continue;
    if (chosen != nullptr) object("options", part, "there are two defaults");
    chosen = &option;
  }
  if (chosen == nullptr) return object("options", "", "none is the default");
  const Route* route = find_route(step_, Outcome::option, chosen->id);
  if (route != nullptr && !route->loop.empty())
    object("on", chosen->id, "the default must not use up a loop: it is what is left at the end");
}

}  // namespace

void lint_steps(const Definition& definition, Faults& faults) {
  std::set<std::string_view> gates;
  for (std::size_t i = 0; i < definition.steps.size(); ++i) {
    StepLint(definition, i, faults).lint();
    const Step& step = definition.steps[i];
    if (step.kind == StepKind::approval && !gates.insert(step.question.gate_id).second)
      faults.push_back({i, "gate_id", "", "is there twice: nobody could say which is approved"});
  }
}

Faults find_faults(const Definition& definition) {
  if (definition.steps.empty()) return {{std::nullopt, "steps", "", "there are no steps"}};
  Faults faults;
  const StepGraph graph(definition);
  lint_steps(definition, faults);
  lint_paths(definition, faults);
  lint_routes(definition, graph, faults);
  lint_flow(definition, graph, faults);
  return faults;
}

}  // namespace assay::core::pipeline::lint
