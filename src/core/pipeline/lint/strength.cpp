// SPDX-License-Identifier: MIT
#include "core/pipeline/lint/strength.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace assay::core::pipeline {

namespace {

bool proves(const Step& step) {
  return step.kind == StepKind::verify || step.kind == StepKind::goals;
}

std::vector<Way> all_ways(const Step& step) {
  std::vector<Way> ways;
  for (const Route& route : step.routes) {
    ways.push_back(route.way);
    if (route.last) ways.push_back(*route.last);
  }
  return ways;
}

/// Steps that can be reached without passing through one that proves something.
class UnprovedWalk {
 public:
  explicit UnprovedWalk(const Definition& definition) : definition_(definition) {}

  void enter(const Step& step, bool worked);
  bool is_reached(const Step& step) const { return reached_.contains(step.id); }
  bool ends() const { return ends_; }

 private:
  const Definition& definition_;
  std::set<std::string> reached_;
  std::set<std::string> worked_;  ///< reached behind the work of tasks
  bool ends_ = false;             ///< done, with work that nothing has verified
};

void UnprovedWalk::enter(const Step& step, bool worked) {
  if (proves(step)) return;
  worked = worked || step.kind == StepKind::tasks;
  const bool fresh = reached_.insert(step.id).second;
  const bool news = worked && worked_.insert(step.id).second;
  if (!fresh && !news) return;
  for (const Way& way : all_ways(step)) {
    if (way.target == Target::done && worked) ends_ = true;
    const Step* next = way.target == Target::step ? find_step(definition_, way.step) : nullptr;
    if (next != nullptr) enter(*next, worked);
  }
}

std::string condition_key(const Step& step, const Condition& condition) {
  const std::string kind(to_text(step.kind));
  const std::string scope =
      step.kind == StepKind::review ? " " + std::string(to_text(step.scope)) : "";
  if (condition.subject == Subject::evidence)
    return kind + scope + " " + std::string(to_text(condition.fact));
  if (condition.subject == Subject::query) return kind + scope + " " + condition.query;
  return "";
}

struct Demands {
  std::map<std::string, int> kinds;      ///< how many steps of each kind that judges
  std::map<std::string, int> reviewers;  ///< by scope
  std::map<std::string, std::int32_t> at_least;
  std::set<std::string> conditions;
  int confidence = 0;
};

Demands demands_of(const Definition& definition) {
  Demands all;
  for (const Step& step : definition.steps) {
    const bool judges =
        proves(step) || step.kind == StepKind::review || step.kind == StepKind::approval;
    if (judges && step.blocking) ++all.kinds[std::string(to_text(step.kind))];
    if (step.kind == StepKind::review)
      all.reviewers[std::string(to_text(step.scope))] +=
          static_cast<int>(step.dispatch.instances.size());
    if (step.kind == StepKind::commit)
      all.confidence = std::max(all.confidence, static_cast<int>(step.confidence));
    if (step.kind != StepKind::verify && step.kind != StepKind::review) continue;
    for (const Condition& condition : step.gate) {
      const std::string key = condition_key(step, condition);
      if (key.empty()) continue;
      all.conditions.insert(key);
      if (condition.comparison == Comparison::at_least)
        all.at_least[key] = std::max(all.at_least[key], condition.bound.standard);
    }
  }
  return all;
}

}  // namespace

std::vector<std::string> unproved_ways(const Definition& definition, std::string_view from) {
  std::vector<std::string> found;
  const Step* first = from.empty() ? nullptr : find_step(definition, from);
  if (first == nullptr && !definition.steps.empty()) first = &definition.steps.front();
  if (first == nullptr) return found;
  UnprovedWalk walk(definition);
  walk.enter(*first, false);
  for (const Step& step : definition.steps) {
    if (step.kind == StepKind::commit && walk.is_reached(step))
      found.push_back(fmt::format(
          "step {} (commit) can be reached from step {} without a verify or goals step on the way",
          step.id, first->id));
  }
  if (found.empty() && walk.ends())
    found.push_back(fmt::format(
        "from step {} the work of tasks can end as DONE without a verify or goals step on the way",
        first->id));
  return found;
}

std::vector<std::string> weaker_in(const Definition& given, const Definition& usual) {
  const Demands less = demands_of(given);
  const Demands more = demands_of(usual);
  std::vector<std::string> found;
  const auto say = [&](std::string what) {
    found.push_back(fmt::format("this {} asks less than the built-in one: {}", given.name, what));
  };
  for (const auto& [kind, count] : more.kinds) {
    const auto own = less.kinds.find(kind);
    const int has = own == less.kinds.end() ? 0 : own->second;
    if (has < count) say(fmt::format("{} of {} {} steps", has, count, kind));
  }
  for (const auto& [scope, count] : more.reviewers) {
    const auto own = less.reviewers.find(scope);
    const int has = own == less.reviewers.end() ? 0 : own->second;
    if (has < count) say(fmt::format("{} of {} reviewers of the {}", has, count, scope));
  }
  for (const std::string& key : more.conditions) {
    if (!less.conditions.contains(key)) say("no condition " + key);
  }
  for (const auto& [key, bound] : more.at_least) {
    const auto own = less.at_least.find(key);
    if (own != less.at_least.end() && own->second < bound)
      say(fmt::format("{} at least {} instead of {}", key, own->second, bound));
  }
  if (less.confidence < more.confidence) say("a commit at a lower confidence");
  return found;
}

}  // namespace assay::core::pipeline
