// SPDX-License-Identifier: MIT
// The words and fields of what a project configures.
#pragma once

#include "base/record.h"
#include "core/agent/settings.h"
#include "core/ask/permission_records.h"
#include "core/ask/supplies.h"
#include "core/goals/settings.h"
#include "core/loop/settings.h"
#include "core/pipeline/settings.h"
#include "core/run/executor.h"
#include "core/run/isolation.h"

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

constexpr auto keys_of(Of<Price>) {
  return record<Price>(
      absent(&Price::model),  // the name of the entry
      field("input", &Price::input, required, Rule::price,
            "US dollars per million tokens that it reads."),
      field("output", &Price::output, required, Rule::price,
            "US dollars per million tokens that it writes."),
      field("cached", &Price::cached, Rule::price,
            "US dollars per million tokens read from a cache. Default: as input."));
}

constexpr Range positive{1, 1'000'000};
constexpr Range few{1, 1'000};

constexpr auto fields_of(Of<Limits>) {
  return record<Limits>(field("launches", &Limits::launches), field("wall", &Limits::wall),
                        field("tokens", &Limits::tokens), field("micro_usd", &Limits::micro_usd));
}

constexpr auto keys_of(Of<Limits>) {
  return record<Limits>(field("launches", &Limits::launches, positive, "Agents started."),
                        field("wall", &Limits::wall, "Time from the start of the run."),
                        field("tokens", &Limits::tokens, Rule::count, "Tokens of all kinds."),
                        field("usd", &Limits::micro_usd, Rule::usd, "US dollars."));
}

constexpr auto fields_of(Of<Budgets>) {
  return record<Budgets>(field("run", &Budgets::run), field("per_day", &Budgets::per_day),
                         field("unknown_cost", &Budgets::unknown_cost, always));
}

constexpr auto keys_of(Of<Budgets>) {
  return record<Budgets>(
      flat(&Budgets::run),
      field("per_day", &Budgets::per_day,
            "The same limits for a day, over all runs of the workspace."),
      field("unknown_cost", &Budgets::unknown_cost,
            "What an attempt whose cost nobody tells does to a limit in USD. Default: "
            "count_tokens; refuse where 'usd' is limited and 'tokens' is not."));
}

constexpr auto fields_of(Of<LoopSettings>) {
  using Set = LoopSettings;
  return record<Set>(
      field("max_task_iterations", &Set::max_task_iterations, few, "Attempts at one task."),
      field("max_global_iterations", &Set::max_global_iterations, positive,
            "Dispatches in one run."),
      field("recovery_mode", &Set::recovery_mode, "Insert fix tasks for what fails."),
      field("max_fix_tasks_per_original", &Set::max_fix_tasks_per_original, few,
            "Fix tasks for one task."),
      field("max_fix_task_depth", &Set::max_fix_task_depth, few, "Fix tasks for fix tasks."),
      field("max_modifications_per_task", &Set::max_modifications_per_task, few,
            "Changes of the task list one task may ask for."),
      field("max_modification_depth", &Set::max_modification_depth, few,
            "Levels of tasks that came from such changes."),
      field("jobs", &Set::jobs, few,
            "Agents at the same time. Default: as many as a group has; 1 runs [P] tasks one by "
            "one."),
      field("max_group", &Set::max_group, few, "Tasks of one parallel group."),
      field("review", &Set::review, Opposite{"no_review"}, "Whether a reviewer is asked at all."),
      field("review_every", &Set::review_every, few, "Tasks between two reviews inside a phase."),
      field("max_review_iterations", &Set::max_review_iterations, few, "Reviews of the same work."),
      field("review_on_silence", &Set::review_on_silence, always,
            "What a reviewer without a signal means."),
      field("same_failure_limit", &Set::same_failure_limit, few,
            "As often in a row, the same failure ends a task."),
      field("ci_wait", &Set::ci_wait, Rule::pause, "Wait before each look at CI; 0s: none."),
      field("max_ci_cycles", &Set::max_ci_cycles, few, "Looks at CI before the run gives up."),
      field("max_ci_failures", &Set::max_ci_failures, few,
            "Failures of CI before the run gives up."),
      field("max_pull_request_time", &Set::max_pull_request_time,
            "How long a pull request may take."),
      field("allow_fewer_tests", &Set::allow_fewer_tests,
            "Whether a gate may run fewer tests at the end than at the beginning."),
      field("proof", &Set::proof,
            "Whether tests have to notice what a task changes: tests of now on the code of before, "
            "tests of before on the code of now."));
}

constexpr auto fields_of(Of<PipelineSettings>) {
  using Set = PipelineSettings;
  return record<Set>(field("definition", &Set::definition, "A built-in pipeline, or a file."),
                     field("approval", &Set::approval,
                           "Ask a human at approval gates, or take the default option."),
                     field("concurrency", &Set::concurrency, few, "Agents side by side."),
                     field("on_exhausted", &Set::on_exhausted,
                           "What happens when a retry budget is used up. 'proceed' ends with low "
                           "confidence and without a commit."),
                     field("proof", &Set::proof,
                           "What a gate with `evidence: change_proved` asks: that tests notice the "
                           "change, or only to be told whether they do."));
}

constexpr auto fields_of(Of<GoalsSettings>) {
  using Set = GoalsSettings;
  return record<Set>(
      field("judges", &Set::judges, Rule::or_count, Range{1, 9},
            "Roles asked about criteria that nothing else can decide, or how many judges there "
            "must be."),
      field("judges", &Set::judges_min, Range{1, 9}));
}

constexpr auto fields_of(Of<AgentSpec>) {
  using Spec = AgentSpec;
  return record<Spec>(
      absent(&Spec::role),  // the name of the entry
      field("command", &Spec::command, "The program and its arguments. The prompt comes on stdin."),
      field("preset", &Spec::preset, "A known agent CLI; assay writes its flags."),
      field("use", &Spec::use, "Another role whose agent does this work too."),
      field("dialect", &Spec::dialect,
            "How the output is read. Default: that of the preset, else text."),
      field("timeout", &Spec::timeout, "Longest run of one attempt."),
      field("stall", &Spec::stall, "Longest silence."),
      field("max_turns", &Spec::max_turns, Range{1, 100'000},
            "Turns in one attempt, where the agent tells them."),
      field("prompt", &Spec::prompt, "File with the prompt template, relative to the workspace."),
      field("cwd", &Spec::cwd, Rule::inner_path,
            "Where the agent works, relative to the workspace and inside it."),
      field("env", &Spec::env, Members{}, "Variables set for this agent."),
      field("model", &Spec::model, "Model, for the preset's own flag."),
      field("args", &Spec::args, "More words for the preset or the command."),
      field("pass_env", &Spec::pass_env, Rule::globs,
            "Variables it gets beside those its CLI needs: names, or globs like ACME_*."),
      field("fallback", &Spec::fallback, Rule::one_or_more,
            "Roles or presets that take over, in this order, when it is not available."),
      absent(&Spec::prices),
      field("permissions", &Spec::permissions, Rule::listed, Range{0, 256},
            "Of the dialect acp: what it is answered when it asks for leave; the first that fits "
            "decides. Default: allow, inside its directory."),
      field("resources", &Spec::resources, "What its jobs get, where it runs on a cluster."));
}

}  // namespace assay::core
