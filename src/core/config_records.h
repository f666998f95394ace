// SPDX-License-Identifier: MIT
// The words and fields of what a project configures.
#pragma once

#include "base/record.h"
#include "core/agent/settings.h"
#include "core/loop/settings.h"
#include "core/pipeline/settings.h"

namespace assay::core {

constexpr auto words_of(Of<Dialect>) {
#define ASSAY_WORD(each) {Dialect::each, agent::row_of(Dialect::each).name},
  return words<Dialect>({ASSAY_DIALECTS(ASSAY_WORD)});
#undef ASSAY_WORD
}

constexpr auto words_of(Of<UnknownCost>) {
  return words<UnknownCost>({{UnknownCost::refuse, "refuse"},
                             {UnknownCost::count_tokens, "count_tokens"},
                             {UnknownCost::ignore, "ignore"}});
}

constexpr auto words_of(Of<OnSilence>) {
  return words<OnSilence>({{OnSilence::fail, "fail"}, {OnSilence::pass, "pass"}});
}

constexpr auto words_of(Of<Approval>) {
  return words<Approval>(
      {{Approval::interactive, "interactive"}, {Approval::autonomous, "autonomous"}});
}

constexpr auto words_of(Of<OnExhausted>) {
  return words<OnExhausted>({{OnExhausted::stop, "stop"}, {OnExhausted::proceed, "proceed"}});
}

constexpr auto fields_of(Of<Price>) {
  return record<Price>(field("model", &Price::model), field("input", &Price::input),
                       field("output", &Price::output), field("cached", &Price::cached));
}

constexpr auto fields_of(Of<Limits>) {
  return record<Limits>(field("launches", &Limits::launches), field("wall", &Limits::wall),
                        field("tokens", &Limits::tokens), field("micro_usd", &Limits::micro_usd));
}

constexpr auto fields_of(Of<Budgets>) {
  return record<Budgets>(field("run", &Budgets::run), field("per_day", &Budgets::per_day),
                         field("unknown_cost", &Budgets::unknown_cost, always));
}

constexpr auto fields_of(Of<LoopSettings>) {
  using Set = LoopSettings;
  return record<Set>(
      field("max_task_iterations", &Set::max_task_iterations),
      field("max_global_iterations", &Set::max_global_iterations),
      field("recovery_mode", &Set::recovery_mode),
      field("max_fix_tasks_per_original", &Set::max_fix_tasks_per_original),
      field("max_fix_task_depth", &Set::max_fix_task_depth),
      field("max_modifications_per_task", &Set::max_modifications_per_task),
      field("max_modification_depth", &Set::max_modification_depth), field("jobs", &Set::jobs),
      field("max_group", &Set::max_group), field("review", &Set::review, Opposite{"no_review"}),
      field("review_every", &Set::review_every),
      field("max_review_iterations", &Set::max_review_iterations),
      field("review_on_silence", &Set::review_on_silence, always),
      field("same_failure_limit", &Set::same_failure_limit), field("ci_wait", &Set::ci_wait),
      field("max_ci_cycles", &Set::max_ci_cycles), field("max_ci_failures", &Set::max_ci_failures),
      field("max_pull_request_time", &Set::max_pull_request_time),
      field("allow_fewer_tests", &Set::allow_fewer_tests));
}

}  // namespace assay::core
