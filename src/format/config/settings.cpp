// SPDX-License-Identifier: MIT
// Budgets, loop and pipeline: sections that are no more than typed keys.
#include "core/config_records.h"
#include "format/config/fields.h"
#include "format/config/sections.h"

#include <limits>

namespace assay::format {

namespace {

constexpr Range positive{1, 1'000'000};
constexpr Range few{1, 1'000};

void read_limits(ConfigFields& in, core::Limits& out) {
  in.integer("launches", positive, out.launches);
  in.duration("wall", out.wall);
  std::int64_t amount = 0;
  const YamlNode* tokens = in.find("tokens");
  if (tokens != nullptr && in.accept(*tokens, "tokens", put_count(given_by(*tokens), amount))) {
    out.tokens = amount;
  }
  const YamlNode* usd = in.find("usd");
  if (usd != nullptr && in.accept(*usd, "usd", put_usd(given_by(*usd), amount)))
    out.micro_usd = amount;
}

}  // namespace

void read_budgets(ProblemLog& problems, const YamlNode& node, core::Budgets& out) {
  using core::UnknownCost;
  ConfigFields in(problems, node, "budgets");
  read_limits(in, out.run);
  if (const YamlNode* per_day = in.find("per_day")) {
    ConfigFields daily(problems, *per_day, "budgets.per_day");
    read_limits(daily, out.per_day);
    daily.finish();
  }
  // A limit in USD alone says nothing about somebody who tells no cost.
  const auto blind = [](const core::Limits& limits) { return limits.micro_usd && !limits.tokens; };
  if (blind(out.run) || blind(out.per_day)) out.unknown_cost = UnknownCost::refuse;
  in.choice("unknown_cost", out.unknown_cost);
  in.finish();
}

void read_prices(ProblemLog& problems, const YamlNode& node, std::vector<core::Price>& out) {
  ConfigFields in(problems, node, "prices");
  if (node.kind != YamlNode::Kind::map) return;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    if (node.items[i].kind != YamlNode::Kind::scalar) continue;
    core::Price& price = out.emplace_back();
    price.model = node.items[i].text;
    ConfigFields each(problems, node.items[i + 1], "prices." + price.model);
    const auto amount = [&](std::string_view key) -> std::optional<std::int64_t> {
      const YamlNode* value = each.find(key);
      std::int64_t micro = 0;
      if (value != nullptr && value->text == "0") return micro;  // a model of one's own
      if (value == nullptr || !each.accept(*value, key, put_usd(given_by(*value), micro)))
        return std::nullopt;
      return micro;
    };
    price.input = amount("input").value_or(0);
    price.output = amount("output").value_or(0);
    price.cached = amount("cached");
    for (const std::string_view key : {"input", "output"}) {
      if (!each.has(key) && node.items[i + 1].kind == YamlNode::Kind::map)
        each.object(node.items[i + 1].line, key, "is missing (US dollars per million tokens)");
    }
    each.finish();
  }
}

void read_loop(ProblemLog& problems, const YamlNode& node, core::LoopSettings& out) {
  ConfigFields in(problems, node, "loop");
  in.integer("max_task_iterations", few, out.max_task_iterations);
  in.integer("max_global_iterations", positive, out.max_global_iterations);
  in.boolean("recovery_mode", out.recovery_mode);
  in.integer("max_fix_tasks_per_original", few, out.max_fix_tasks_per_original);
  in.integer("max_fix_task_depth", few, out.max_fix_task_depth);
  in.integer("max_modifications_per_task", few, out.max_modifications_per_task);
  in.integer("max_modification_depth", few, out.max_modification_depth);
  in.integer("jobs", few, out.jobs);
  in.integer("max_group", few, out.max_group);
  in.boolean("review", out.review);
  in.integer("review_every", few, out.review_every);
  in.integer("max_review_iterations", few, out.max_review_iterations);
  in.choice("review_on_silence", out.review_on_silence);
  in.integer("same_failure_limit", few, out.same_failure_limit);
  in.boolean("allow_fewer_tests", out.allow_fewer_tests);
  in.pause("ci_wait", out.ci_wait);
  in.integer("max_ci_cycles", few, out.max_ci_cycles);
  in.integer("max_ci_failures", few, out.max_ci_failures);
  in.duration("max_pull_request_time", out.max_pull_request_time);
  in.finish();
}

void read_pipeline(ProblemLog& problems, const YamlNode& node, core::PipelineSettings& out) {
  ConfigFields in(problems, node, "pipeline");
  in.text("definition", out.definition);
  in.choice("approval", out.approval);
  in.integer("concurrency", few, out.concurrency);
  in.choice("on_exhausted", out.on_exhausted);
  in.finish();
}

}  // namespace assay::format
