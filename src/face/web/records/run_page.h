// SPDX-License-Identifier: MIT
// Everything about one run at a glance.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"
#include "face/web/records/agent.h"
#include "face/web/records/goals.h"
#include "face/web/records/loop.h"
#include "face/web/records/money.h"
#include "face/web/records/pipeline.h"
#include "face/web/records/question.h"
#include "face/web/records/run.h"
#include "face/web/records/verify.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

struct TreesShown {
  std::string start;
  std::string end;
  std::vector<std::string> changed;
  std::vector<std::string> by_products;
};
constexpr auto fields_of(Of<TreesShown>) {
  using Shown = TreesShown;
  return record<Shown>(
      field("start", &Shown::start, always, "What git would call it; empty: nobody looked."),
      field("end", &Shown::end, always, "The one the verdict is about."),
      field("changed", &Shown::changed, always, "Files that changed while none should have."),
      field("by_products", &Shown::by_products, always, "At most 200."));
}

struct RunPageShown {
  RunShown run;
  std::string verdict;
  std::vector<std::string> reasons;
  std::string next_action;
  std::vector<ClaimShown> claims;
  std::string isolation;
  TreesShown tree;
  std::string commit;
  std::vector<LimitShown> limits;
  OrNull<ForecastShown> forecast;
  std::vector<std::string> environment;
  OrNull<QuestionShown> question;
  std::vector<std::string> actions;
  CountsShown attempts;
  OrNull<VerifyShapeShown> verify;
  OrNull<AgentShapeShown> agent;
  OrNull<GoalsShapeShown> goals;
  OrNull<LoopShapeShown> loop;
  OrNull<PipelineShapeShown> pipeline;
};
constexpr auto fields_of(Of<RunPageShown>) {
  using Shown = RunPageShown;
  return record<Shown>(
      field("run", &Shown::run, always),
      field("verdict", &Shown::verdict, always, "What decided it, in words; empty: not yet."),
      field("reasons", &Shown::reasons, always, "One line each, the weightiest first."),
      field("next_action", &Shown::next_action, always, "What a person would do; may be empty."),
      field("claims", &Shown::claims, always, "That evidence contradicts."),
      field("isolation", &Shown::isolation, always, "What kept commands away from the ledger."),
      field("tree", &Shown::tree, always),
      field("commit", &Shown::commit, always, "That it was about or has made; empty: none."),
      field("limits", &Shown::limits, always, "Budgets that are set."),
      field("forecast", &Shown::forecast, always,
            "What it will probably still take; null: it is over, or there is nothing to go by."),
      field("environment", &Shown::environment, always, "Names of variables, never values."),
      field("question", &Shown::question, always, "That it waits for."),
      field("actions", &Shown::actions, always, "What can be posted now: stop, resume, answer."),
      field("attempts", &Shown::attempts, always), field("verify", &Shown::verify, always),
      field("agent", &Shown::agent, always), field("goals", &Shown::goals, always),
      field("loop", &Shown::loop, always),
      field("pipeline", &Shown::pipeline, always,
            "Of these five the one of its machine is there; a run without a first event has "
            "none."));
}

}  // namespace assay::web
