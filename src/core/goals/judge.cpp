// SPDX-License-Identifier: MIT
#include "core/goals/judge.h"

namespace assay::core::goals {

std::vector<std::uint32_t> semantic_checks(const std::vector<Check>& checks) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < checks.size(); ++i) {
    if (std::holds_alternative<Semantic>(checks[i].form)) all.push_back(i);
  }
  return all;
}

CheckResult vote_of(const std::string& role, const agent::Fused& fused,
                    const std::optional<agent::Judgement>& judgement) {
  const auto gap = [&](const std::string& why) {
    return CheckResult{CheckStatus::gap, role + ": " + why, {}, 0};
  };
  if (fused.outcome != agent::Outcome::completed) {
    return {CheckStatus::could_not_check,
            role + ": " + std::string(to_text(fused.outcome)) + ": " + fused.reason,
            {},
            0};
  }
  if (!judgement || !judgement->met) return gap("gave no answer that can be read");
  if (!*judgement->met) return gap("not met");
  if (judgement->citations.empty()) return gap("says it is met, but names no place");
  for (const agent::Citation& citation : judgement->citations) {
    if (!citation.holds)
      return gap("cites " + citation.path + ":" + std::to_string(citation.line) + ", but " +
                 citation.why_not);
  }
  const agent::Citation& first = judgement->citations.front();
  return {CheckStatus::ok, role + ": met, see " + first.path + ":" + std::to_string(first.line),
          first.path, first.line};
}

CheckResult joined(const CheckResult& before, const CheckResult& vote) {
  if (vote.status > before.status) return vote;
  if (vote.status < before.status) return before;
  CheckResult both = before;
  both.actual += "; " + vote.actual;
  return both;
}

}  // namespace assay::core::goals
