// SPDX-License-Identifier: MIT
#include "face/cli/spending.h"

#include "base/text/columns.h"
#include "base/text/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::cli {

namespace {

std::string count_of(std::int64_t count, const char* one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : one[0] == 'l' ? "es" : "s");
}

/// What is known of the cost, and how much is not.
std::string cost_text(const core::agent::Spent& spent) {
  if (spent.of_unknown_cost == 0) return usd_text(spent.micro_usd);
  if (spent.of_unknown_cost >= spent.launches && spent.micro_usd == 0) return "cost unknown";
  return fmt::format("{} and what {} did not tell", usd_text(spent.micro_usd),
                     count_of(spent.of_unknown_cost, "launch"));
}

}  // namespace

std::string tokens_text(std::int64_t tokens) {
  const auto count = static_cast<double>(tokens);
  if (tokens == 1) return "1 token";
  if (tokens < 1000) return fmt::format("{} tokens", tokens);
  if (tokens < 999'950) return fmt::format("{:.1f}k tokens", count / 1e3);
  return fmt::format("{:.1f}M tokens", count / 1e6);
}

std::string usd_text(std::int64_t micro_usd) {
  const double usd = static_cast<double>(micro_usd) / 1e6;
  return micro_usd > 0 && micro_usd < 10'000 ? fmt::format("${:.4f}", usd)
                                             : fmt::format("${:.2f}", usd);
}

std::string spent_text(const core::agent::Spent& spent) {
  std::string text = count_of(spent.launches, "launch");
  if (spent.launches == 0) return text;
  text += ", " + (spent.tokens > 0 ? tokens_text(spent.tokens) : "tokens unknown");
  return text + ", " + cost_text(spent);
}

std::string spent_so_far(const core::agent::Purse& purse) {
  const auto waiting = static_cast<std::int64_t>(purse.reserved.size());
  std::string text = count_of(purse.spent.launches + waiting, "launch");
  if (purse.spent.tokens > 0) text += ", " + tokens_text(purse.spent.tokens);
  if (purse.spent.launches > 0) text += ", " + cost_text(purse.spent);
  return text;
}

std::vector<std::string> spending_by_agent(const std::vector<core::AttemptEnded>& attempts) {
  std::vector<std::pair<std::string, core::agent::Spent>> agents;
  for (const core::AttemptEnded& attempt : attempts) {
    if (!attempt.evidence.transcript) continue;
    auto known = std::find_if(agents.begin(), agents.end(),
                              [&](const auto& each) { return each.first == attempt.name; });
    if (known == agents.end()) {
      agents.emplace_back(attempt.name, core::agent::Spent{});
      known = agents.end() - 1;
    }
    known->second += core::agent::spent_by(attempt.evidence);
  }
  std::size_t width = 0;
  for (const auto& [name, spent] : agents) width = std::max(width, columns(printable(name)));
  std::vector<std::string> lines;
  for (const auto& [name, spent] : agents)
    lines.push_back(fmt::format("{}  {}, {}", padded(printable(name), width), spent_text(spent),
                                to_human(spent.wall)));
  return lines;
}

std::string agents_list(const std::vector<core::AttemptEnded>& attempts) {
  std::string text;
  for (const std::string& line : spending_by_agent(attempts)) text += "  " + line + "\n";
  return text.empty() ? "" : "agents:\n" + text;
}

}  // namespace assay::cli
