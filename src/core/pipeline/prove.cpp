// SPDX-License-Identifier: MIT
// Do tests notice what the tasks have changed? Asked where a gate says `evidence: change_proved`
// and the checks pass: tests and code of the baseline and of now, with each other, in copies.
#include "core/pipeline/prove.h"

#include "base/ensure.h"
#include "core/pipeline/gate.h"

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
  for (const std::string& path : run.seen.differs) {
    const bool ours = std::any_of(run.tasks.begin(), run.tasks.end(), [&](const TaskRecord& task) {
      return task.changed.contains(path);
    });
    if (ours || run.left_over.contains(path) || proof::is_compiled(path)) paths.push_back(path);
  }
  for (const std::string& path : run.seen.by_products) {
    if (proof::is_compiled(path) && !run.seen.differs.contains(path)) paths.push_back(path);
  }
  return paths;
}

}  // namespace

/// The checks have passed on the tree as it is.
void Prover::prove() {
  s_.proving.proof.reset();
  if (!asks_for_proof(s_) || !s_.checks_passed) return proved();
  proof::Question question;
  question.change = proof::split(changed_by_tasks(s_), s_.plan->own_tests);
  if (question.change.code.empty() && question.change.tests.empty()) return proved();
  question.workspace = s_.plan->workspace;
  question.base = s_.origin.head;
  question.unchanged = s_.plan->unchanged;
  question.texts = s_.proving.texts;
  question.gates = proof::test_plan(*s_.plan->gates);
  for (const verify::CommandSpec& spec : question.gates.manifest.commands)
    question.names.push_back(spec.id);
  if (!proof::has_tests(question.gates.manifest)) {
    s_.proving.proof = work::Proof{.why = "no required gate of assay.yaml runs tests"};
    return proved();
  }
  question.flaky = proof::flaky_tests(s_.plan->gates.get());
  // A copy that was left behind has another tree in it.
  question.folder = s_.plan->work_dir + "/proof-" + std::to_string(s_.next_unit);
  question.supplies = s_.plan->supplies;
  question.about = proof::key_of(question, s_.origin.tree, s_.seen.tree, s_.plan->tools);
  std::vector<std::string> names;
  for (const verify::CommandSpec& spec : s_.plan->gates->manifest.commands)
    names.push_back(spec.id);
  s_.proving.search = proof::begin(std::move(question),
                                   proof::cell_of(s_.checks.state(), s_.proving.tallies, names));
  next_mixture();
}

void Prover::next_mixture() {
  ENSURE(s_.proving.search.has_value());
  proof::Search& search = *s_.proving.search;
  s_.phase = Phase::mixing;
  if (!s_.proving.proofs.contains(search.question.about)) search.mixture = proof::next_of(search);
  if (!search.mixture) return proof_over();
  if (turn_.stops()) return;
  s_.key = turn_.new_key();
  ask(proof::copy_for(search, s_.key), &Prover::mixture_opened);
}

void Prover::mixture_opened(const WorkDone& e) {
  ENSURE(s_.proving.search.has_value());
  if (e.result.status != work::WorkResult::Status::done) {
    s_.proving.search->broken = e.result.detail;
    return clear_mixture();
  }
  if (proof::restored_in(*s_.proving.search).empty()) return try_mixture();
  s_.key = turn_.new_key();
  ask(proof::mix(*s_.proving.search, s_.key), &Prover::mixed);
}

void Prover::mixed(const WorkDone& e) {
  ENSURE(s_.proving.search.has_value());
  if (e.result.status == work::WorkResult::Status::done) return try_mixture();
  s_.proving.search->broken = e.result.detail;
  clear_mixture();
}

void Prover::try_mixture() {
  ENSURE(s_.proving.search && s_.proving.search->mixture);
  s_.phase = Phase::trying;
  if (turn_.stops()) return;
  s_.proving.tallies.clear();
  auto plan = proof::gates_in(*s_.proving.search, "proof-" + std::to_string(s_.next_unit));
  const auto count = static_cast<std::uint32_t>(plan->manifest.commands.size());
  s_.checks = {};
  turn_.emit(s_.checks.start(turn_.at(), s_.run_id, std::move(plan), turn_.new_key(1, count).unit,
                             s_.rules));
  if (s_.checks.is_over()) clear_mixture();
}

void Prover::clear_mixture() {
  ENSURE(s_.proving.search && s_.proving.search->mixture);
  s_.phase = Phase::clearing;
  s_.key = turn_.new_key();
  ask(proof::close_for(*s_.proving.search, s_.key), &Prover::mixture_cleared);
}

/// A copy that stays behind harms nobody.
void Prover::mixture_cleared(const WorkDone&) {
  ENSURE(s_.proving.search.has_value());
  s_.proving.search->tallies = s_.proving.tallies;
  if (s_.proving.search->broken.empty()) proof::take(*s_.proving.search, s_.checks.state());
  next_mixture();
}

void Prover::proof_over() {
  ENSURE(s_.proving.search.has_value());
  const auto known = s_.proving.proofs.find(s_.proving.search->question.about);
  s_.proving.proof =
      known != s_.proving.proofs.end() ? known->second : proof::answer(*s_.proving.search);
  if (proof::can_be_kept(*s_.proving.search, *s_.proving.proof))
    s_.proving.proofs[s_.proving.search->question.about] = *s_.proving.proof;
  const bool out_of_order = proof::is_out_of_order(*s_.proving.search, *s_.proving.proof);
  s_.proving.search.reset();
  const std::string words = proof::in_words(*s_.proving.proof);
  const bool required = s_.plan->proof == work::ProofDemand::require;
  if (out_of_order && required)
    return turn_.end(core::Outcome::error, Target::error,
                     "whether tests notice the change could not be found out: " + words);
  const bool is_proved = s_.proving.proof->verdict == work::ProofVerdict::proved;
  if (!is_proved && !required) turn_.note_issue("proof " + words);
  proved();
}

/// On with what the checks said of each task.
void Prover::proved() {
  for (const std::string& id : s_.counting.subjects) turn_.add_check_rows(*turn_.task_of(id));
  Gate(turn_).evaluate();
}

}  // namespace assay::core::pipeline
