// SPDX-License-Identifier: MIT
// Do tests notice what the tasks have changed? Asked where a gate says `evidence: change_proved`
// and the checks pass: tests and code of the baseline and of now, with each other, in copies.
#include "base/ensure.h"
#include "core/pipeline/turn.h"

#include <algorithm>
#include <utility>

namespace assay::core::pipeline {

bool asks_for_proof(const State& run) {
  const auto& gate = current_step(run).gate;
  return is_new(run) && run.plan->gates && run.plan->proof != work::ProofDemand::off &&
         std::any_of(gate.begin(), gate.end(), [](const Condition& condition) {
           return condition.subject == Subject::evidence && condition.fact == Fact::change_proved;
         });
}

namespace {

/// What tasks have changed against the baseline, and what interpreters have made of it.
std::vector<std::string> changed_by_tasks(const State& run) {
  std::vector<std::string> paths;
  for (const std::string& path : run.differs) {
    const bool ours = std::any_of(run.tasks.begin(), run.tasks.end(), [&](const TaskRecord& task) {
      return task.changed.contains(path);
    });
    if (ours || run.left_over.contains(path) || proof::is_compiled(path)) paths.push_back(path);
  }
  for (const std::string& path : run.by_products) {
    if (proof::is_compiled(path) && !run.differs.contains(path)) paths.push_back(path);
  }
  return paths;
}

}  // namespace

/// The checks have passed on the tree as it is.
void Turn::prove() {
  s_.proof.reset();
  if (!asks_for_proof(s_) || !s_.checks_passed) return proved();
  proof::Question question;
  question.change = proof::split(changed_by_tasks(s_), s_.plan->own_tests);
  if (question.change.code.empty() && question.change.tests.empty()) return proved();
  question.workspace = s_.plan->workspace;
  question.base = s_.baseline_head;
  question.unchanged = s_.plan->unchanged;
  question.texts = s_.texts;
  question.gates = proof::test_plan(*s_.plan->gates);
  for (const verify::CommandSpec& spec : question.gates.manifest.commands)
    question.names.push_back(spec.id);
  if (!proof::has_tests(question.gates.manifest)) {
    s_.proof = work::Proof{.why = "no required gate of assay.yaml runs tests"};
    return proved();
  }
  question.flaky = proof::flaky_tests(s_.plan->gates.get());
  // A copy that was left behind has another tree in it.
  question.folder = s_.plan->work_dir + "/proof-" + std::to_string(s_.next_unit);
  question.supplies = s_.plan->supplies;
  question.about = proof::key_of(question, s_.baseline_tree, s_.checked_tree, s_.plan->tools);
  std::vector<std::string> names;
  for (const verify::CommandSpec& spec : s_.plan->gates->manifest.commands)
    names.push_back(spec.id);
  s_.search =
      proof::begin(std::move(question), proof::cell_of(s_.checks.state(), s_.tallies, names));
  next_mixture();
}

void Turn::next_mixture() {
  ENSURE(s_.search.has_value());
  proof::Search& search = *s_.search;
  s_.phase = Phase::mixing;
  if (!s_.proofs.contains(search.question.about)) search.mixture = proof::next_of(search);
  if (!search.mixture) return proof_over();
  if (stops()) return;
  s_.key = new_key();
  ask(proof::copy_for(search, s_.key), &Turn::mixture_opened);
}

void Turn::mixture_opened(const WorkDone& e) {
  ENSURE(s_.search.has_value());
  if (e.result.status != work::WorkResult::Status::done) {
    s_.search->broken = e.result.detail;
    return clear_mixture();
  }
  if (proof::restored_in(*s_.search).empty()) return try_mixture();
  s_.key = new_key();
  ask(proof::mix(*s_.search, s_.key), &Turn::mixed);
}

void Turn::mixed(const WorkDone& e) {
  ENSURE(s_.search.has_value());
  if (e.result.status == work::WorkResult::Status::done) return try_mixture();
  s_.search->broken = e.result.detail;
  clear_mixture();
}

void Turn::try_mixture() {
  s_.phase = Phase::trying;
  if (stops()) return;
  s_.tallies.clear();
  auto plan = proof::gates_in(*s_.search, "proof-" + std::to_string(s_.next_unit));
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  s_.checks = {};
  emit(s_.checks.start(at_, s_.run_id, std::move(plan), new_key(1, count).unit, s_.rules));
  if (s_.checks.is_over()) clear_mixture();
}

void Turn::clear_mixture() {
  ENSURE(s_.search && s_.search->mixture);
  s_.phase = Phase::clearing;
  s_.key = new_key();
  ask(proof::close_for(*s_.search, s_.key), &Turn::mixture_cleared);
}

/// A copy that stays behind harms nobody.
void Turn::mixture_cleared(const WorkDone&) {
  ENSURE(s_.search.has_value());
  s_.search->tallies = s_.tallies;
  if (s_.search->broken.empty()) proof::take(*s_.search, s_.checks.state());
  next_mixture();
}

void Turn::proof_over() {
  ENSURE(s_.search.has_value());
  const auto known = s_.proofs.find(s_.search->question.about);
  s_.proof = known != s_.proofs.end() ? known->second : proof::answer(*s_.search);
  if (proof::can_be_kept(*s_.search, *s_.proof)) s_.proofs[s_.search->question.about] = *s_.proof;
  const bool out_of_order = proof::is_out_of_order(*s_.search, *s_.proof);
  s_.search.reset();
  const std::string words = proof::in_words(*s_.proof);
  const bool required = s_.plan->proof == work::ProofDemand::require;
  if (out_of_order && required)
    return end(core::Outcome::error, Target::error,
               "whether tests notice the change could not be found out: " + words);
  const bool is_proved = s_.proof->verdict == work::ProofVerdict::proved;
  if (!is_proved && !required) note_issue("proof " + words);
  proved();
}

/// On with what the checks said of each task.
void Turn::proved() {
  for (const std::string& id : s_.subjects) add_check_rows(*task_of(id));
  evaluate();
}

}  // namespace assay::core::pipeline
