// SPDX-License-Identifier: MIT
#include "format/completion/plan_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::format::contract {

namespace {

using core::agent::PlannedTask;
using core::agent::TaskPlan;

class PlanChecker {
 public:
  PlanChecker(const YamlNode& payload, const TaskPlan& plan, Judged judged)
      : payload_(payload), plan_(plan), judged_(judged) {
    for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
      if (!index_.emplace(plan.tasks[i].id, i).second)
        blame("tasks", quoted(plan.tasks[i].id) + " is planned twice");
    }
  }

  void run() {
    check_dependencies();
    check_waves();
    check_order();
    check_figures();
  }

 private:
  void check_dependencies() {
    constexpr std::size_t usual_max = 2;
    for (const PlannedTask& task : plan_.tasks) {
      for (const std::string& needed : task.depends_on) {
        if (!index_.contains(needed))
          blame("tasks",
                fmt::format("{} depends on {}, which is no task", quoted(task.id), quoted(needed)));
      }
      if (task.depends_on.size() > usual_max)
        remark("tasks",
               fmt::format("{} depends on more than {} tasks", quoted(task.id), usual_max));
    }
  }

  void check_waves() {
    std::map<std::string, int> planned;
    for (const auto& wave : plan_.waves) {
      for (const std::string& id : wave.tasks) {
        ++planned[id];
        if (!index_.contains(id))
          blame("waves", fmt::format("{} names {}, which is no task", quoted(wave.id), quoted(id)));
      }
    }
    for (const auto& [id, at] : index_) {
      const int times = planned.contains(id) ? planned[id] : 0;
      if (times != 1)
        blame("waves", fmt::format("{} is in {} waves", quoted(id), times == 0 ? "no" : "several"));
    }
  }

  /// Takes away tasks that wait for nothing until none is left; what stays waits for itself.
  void check_order() {
    std::vector<std::size_t> waits(plan_.tasks.size(), 0);
    std::map<std::string, std::vector<std::size_t>> waiting;
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < plan_.tasks.size(); ++i) {
      for (const std::string& needed : plan_.tasks[i].depends_on) {
        if (!index_.contains(needed)) continue;
        ++waits[i];
        waiting[needed].push_back(i);
      }
      if (waits[i] == 0) free.push_back(i);
    }
    for (std::size_t at = 0; at < free.size(); ++at) {
      for (const std::size_t next : waiting[plan_.tasks[free[at]].id]) {
        if (--waits[next] == 0) free.push_back(next);
      }
      waiting[plan_.tasks[free[at]].id].clear();
    }
    const auto stuck =
        std::find_if(waits.begin(), waits.end(), [](auto count) { return count > 0; });
    if (stuck == waits.end()) return;
    const auto& task = plan_.tasks[static_cast<std::size_t>(stuck - waits.begin())];
    blame("tasks", quoted(task.id) + " waits for itself: the dependencies form a cycle");
  }

  void check_figures() {
    const YamlNode* total = find_key(payload_, "total_tasks");
    if (total != nullptr && total->text != std::to_string(plan_.tasks.size()))
      remark("total_tasks",
             fmt::format("says {}, the plan has {}", quoted(total->text), plan_.tasks.size()));
    const auto riskier = [&](const PlannedTask& task) { return task.risk > plan_.overall_risk; };
    if (std::any_of(plan_.tasks.begin(), plan_.tasks.end(), riskier))
      remark("overall_risk_summary", "is lower than the risk of a task");
  }

  std::size_t line_of_key(std::string_view key) const {
    const YamlNode* node = find_key(payload_, key);
    return node == nullptr ? payload_.line : node->line;
  }
  void blame(std::string_view key, std::string what) {
    judged_.problems.add(line_of_key(key), fmt::format("agent_output.payload.{}", key),
                         std::move(what));
  }
  void remark(std::string_view key, std::string what) {
    judged_.remarks.add(line_of_key(key), fmt::format("agent_output.payload.{}", key),
                        std::move(what));
  }

  const YamlNode& payload_;
  const TaskPlan& plan_;
  Judged judged_;
  std::map<std::string, std::size_t> index_;
};

}  // namespace

void check_plan(const YamlNode& payload, const TaskPlan& plan, Judged judged) {
  PlanChecker(payload, plan, judged).run();
}

}  // namespace assay::format::contract
