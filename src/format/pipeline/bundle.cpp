// SPDX-License-Identifier: MIT
#include "format/pipeline/bundle.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <optional>
#include <set>
#include <string_view>

namespace assay::format {

namespace {

using core::pipeline::Bundle;
using core::pipeline::BundleApproval;
using core::pipeline::BundleCheck;
using core::pipeline::BundleCost;
using core::pipeline::BundleFile;
using core::pipeline::BundleTask;
using core::pipeline::BundleVote;
using core::pipeline::TelemetryRow;

constexpr std::size_t longest = 1'000;

/// On one line and cut; controls are visible.
std::string flat(std::string_view text) {
  const std::string_view head = beginning_of(text, longest);
  std::string line = printable(head);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  if (head.size() < text.size()) line += "...";
  return line;
}

/// Text that markdown shows as it is, also in a table. A character of an address or a mention is
/// made harmless by the backslash before it, too.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : flat(text)) {
    if (std::string_view("\\`*_{}[]<>()#+!|~&$@").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out.empty() ? "-" : out;
}

/// The longest run of backticks.
std::size_t ticks_in(std::string_view text) {
  std::size_t most = 0;
  std::size_t now = 0;
  for (const char c : text) {
    now = c == '`' ? now + 1 : 0;
    most = std::max(most, now);
  }
  return most;
}

/// Code in a line or a table. A bar would end the cell, and renderers do not agree on how to escape
/// it in code: such a text is shown as text.
std::string code(std::string_view text) {
  const std::string inner = flat(text);
  if (inner.empty() || inner.find('|') != std::string::npos) return plain(text);
  const std::string fence(ticks_in(inner) + 1, '`');
  const bool pad = inner.front() == '`' || inner.back() == '`' || inner.front() == ' ';
  return fence + (pad ? " " + inner + " " : inner) + fence;
}

/// A block of its own, to be copied as it is.
std::string block(std::string_view text) {
  const std::string inner = printable(text);
  const std::string fence(std::max<std::size_t>(ticks_in(inner) + 1, 3), '`');
  return fence + "sh\n" + inner + (inner.ends_with('\n') ? "" : "\n") + fence + "\n";
}

void put_row(std::string& out, std::initializer_list<std::string> cells) {
  for (const std::string& cell : cells) out += "| " + cell + " ";
  out += "|\n";
}

void put_head(std::string& out, std::initializer_list<std::string> cells) {
  out += "\n";
  put_row(out, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) out += "|---";
  out += "|\n";
}

std::string tests_of(const BundleCheck& check) {
  return check.tests < 0 ? "-" : std::to_string(check.tests);
}

const BundleCheck* find_check(const BundleTask& task, std::string_view name,
                              std::string_view phase) {
  // A check that was run again counts as it ended last.
  for (auto at = task.checks.rbegin(); at != task.checks.rend(); ++at) {
    if (at->name == name && at->phase == phase) return &*at;
  }
  return nullptr;
}

std::string check_text(const BundleCheck* check) {
  if (check == nullptr) return "not run";
  return check->passed ? "passed" : "FAILED";
}

std::size_t count_checks(const Bundle& bundle, bool passed) {
  std::size_t count = 0;
  for (const BundleTask& task : bundle.tasks) {
    count += static_cast<std::size_t>(
        std::count_if(task.checks.begin(), task.checks.end(), [&](const BundleCheck& check) {
          return check.phase != "baseline" && check.passed == passed;
        }));
  }
  return count;
}

std::size_t count_regressions(const Bundle& bundle) {
  std::size_t count = 0;
  for (const BundleTask& task : bundle.tasks) count += task.regressions.size();
  return count;
}

void put_header(std::string& out, const Bundle& bundle) {
  out += fmt::format("# Evidence Bundle: {}\n\n", plain(bundle.slug));
  out += fmt::format("- **Run:** {}\n- **Pipeline:** {}\n", code(bundle.run_id),
                     plain(bundle.definition));
  out += fmt::format("- **Confidence:** {} ({})\n", shown_word(bundle.confidence),
                     plain(bundle.confidence_why));
  out +=
      fmt::format("- **Baseline:** {}\n- **Tag:** {}\n", code(bundle.baseline), code(bundle.tag));
  if (!bundle.tree.empty()) out += fmt::format("- **Verified tree:** {}\n", code(bundle.tree));
  if (!bundle.proof.empty()) out += fmt::format("- **Proof:** {}\n", plain(bundle.proof));
}

void put_checks(std::string& out, const BundleTask& task) {
  if (task.checks.empty()) return;
  out += fmt::format("\n### {}: {}\n", plain(task.id), plain(task.title));
  put_head(out, {"Check", "Baseline", "After", "Tests before", "Tests after", "Command"});
  std::set<std::string> told;
  for (const BundleCheck& check : task.checks) {
    if (!told.insert(check.name).second) continue;
    const BundleCheck* before = find_check(task, check.name, "baseline");
    const BundleCheck* after = find_check(task, check.name, "after");
    put_row(out, {plain(check.name), check_text(before), check_text(after),
                  before == nullptr ? "-" : tests_of(*before),
                  after == nullptr ? "-" : tests_of(*after), code(check.command)});
  }
}

void put_verification(std::string& out, const Bundle& bundle) {
  const auto verified = std::count_if(bundle.tasks.begin(), bundle.tasks.end(),
                                      [](const BundleTask& task) { return task.verified; });
  out += "\n## Verification Summary\n";
  put_head(out, {"Tasks verified", "Checks passed", "Checks failed", "Regressions"});
  put_row(out,
          {fmt::format("{} of {}", verified, bundle.tasks.size()),
           std::to_string(count_checks(bundle, true)), std::to_string(count_checks(bundle, false)),
           std::to_string(count_regressions(bundle))});
  if (bundle.tasks.empty()) return;
  put_head(out, {"Task", "Title", "Size", "Risk", "Verified", "Regressions"});
  for (const BundleTask& task : bundle.tasks) {
    put_row(out, {plain(task.id), plain(task.title), plain(task.size), plain(task.risk),
                  task.verified ? "yes" : "NO", std::to_string(task.regressions.size())});
  }
  for (const BundleTask& task : bundle.tasks) put_checks(out, task);
}

void put_regressions(std::string& out, const Bundle& bundle) {
  if (count_regressions(bundle) == 0) return;
  out += "\n## Regressions\n\n";
  for (const BundleTask& task : bundle.tasks) {
    for (const std::string& regression : task.regressions)
      out += fmt::format("- {}: {}\n", plain(task.id), plain(regression));
  }
}

void put_votes(std::string& out, const Bundle& bundle) {
  out += "\n## Review Summary\n";
  std::vector<std::string> scopes;
  for (const BundleVote& vote : bundle.votes) {
    if (std::find(scopes.begin(), scopes.end(), vote.scope) == scopes.end())
      scopes.push_back(vote.scope);
  }
  if (scopes.empty()) out += "\nNobody reviewed.\n";
  for (const std::string& scope : scopes) {
    out += fmt::format("\n### Review of the {}\n", plain(scope));
    put_head(out, {"Round", "Reviewer", "Focus", "Model", "Verdict", "Summary"});
    for (const BundleVote& vote : bundle.votes) {
      if (vote.scope != scope) continue;
      const std::string verdict =
          vote.claimed.empty() || vote.claimed == vote.verdict
              ? plain(vote.verdict)
              : fmt::format("{} (its file says {})", plain(vote.verdict), plain(vote.claimed));
      put_row(out, {std::to_string(vote.round), plain(vote.instance), plain(vote.focus),
                    plain(vote.model), verdict, plain(vote.summary)});
    }
  }
}

void put_approval_rows(std::string& out, const Bundle& bundle) {
  if (bundle.approvals.empty()) return;
  out += "\n## Approvals\n";
  put_head(out, {"Gate", "Answer", "By", "At", "Comment"});
  for (const BundleApproval& approval : bundle.approvals) {
    put_row(out, {plain(approval.gate_id), plain(approval.option),
                  approval.automatic ? "auto\\_selected" : plain(approval.by), plain(approval.at),
                  plain(approval.comment)});
  }
}

void put_rollback(std::string& out, const Bundle& bundle) {
  out += "\n## Rollback Command\n";
  if (!bundle.rollback_before.empty())
    out += "\nBefore the commit:\n\n" + block(bundle.rollback_before);
  if (!bundle.rollback_after.empty())
    out += "\nAfter the commit:\n\n" + block(bundle.rollback_after);
  if (bundle.rollback_before.empty() && bundle.rollback_after.empty())
    out += "\nThere is nothing to roll back.\n";
}

void put_blast_radius(std::string& out, const Bundle& bundle) {
  const auto of_risk = [&](std::string_view risk) {
    return std::count_if(bundle.blast_radius.begin(), bundle.blast_radius.end(),
                         [&](const BundleFile& file) { return file.risk == risk; });
  };
  out += "\n## Blast Radius\n";
  put_head(out, {"Files", "Red", "Yellow", "Green", "Regressions"});
  put_row(out, {std::to_string(bundle.blast_radius.size()), std::to_string(of_risk("red")),
                std::to_string(of_risk("yellow")), std::to_string(of_risk("green")),
                std::to_string(count_regressions(bundle))});
  if (bundle.blast_radius.empty()) return;
  put_head(out, {"File", "Risk"});
  for (const BundleFile& file : bundle.blast_radius)
    put_row(out, {code(file.path), plain(file.risk)});
}

void put_list(std::string& out, std::string_view title, const std::vector<std::string>& items,
              std::string_view none) {
  if (items.empty() && none.empty()) return;
  out += fmt::format("\n## {}\n\n", title);
  if (items.empty()) out += fmt::format("{}\n", none);
  for (const std::string& item : items) out += fmt::format("- {}\n", plain(item));
}

/// "2026-01-31T12:34:56..." in seconds; nothing if it is no such time.
std::optional<std::int64_t> seconds_of(std::string_view text) {
  constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd";
  if (text.size() < shape.size()) return std::nullopt;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (shape[i] == 'd' ? !digit : text[i] != shape[i]) return std::nullopt;
  }
  const auto number = [&](std::size_t at, std::size_t size) {
    int value = 0;
    for (const char c : text.substr(at, size)) value = value * 10 + (c - '0');
    return value;
  };
  namespace chrono = std::chrono;
  const chrono::year_month_day day{chrono::year(number(0, 4)),
                                   chrono::month(static_cast<unsigned>(number(5, 2))),
                                   chrono::day(static_cast<unsigned>(number(8, 2)))};
  if (!day.ok()) return std::nullopt;
  const auto days = chrono::sys_days(day).time_since_epoch().count();
  return std::int64_t{days} * 86'400 + number(11, 2) * 3'600 + number(14, 2) * 60 + number(17, 2);
}

std::string duration_of(const TelemetryRow& row) {
  const auto started = seconds_of(row.started_at);
  const auto completed = seconds_of(row.completed_at);
  if (!started || !completed || *completed < *started) return "-";
  return fmt::format("{} s", *completed - *started);
}

void put_telemetry(std::string& out, const Bundle& bundle) {
  const auto errors = std::count_if(bundle.dispatches.begin(), bundle.dispatches.end(),
                                    [](const TelemetryRow& row) { return row.status == "ERROR"; });
  out += fmt::format("\n## Pipeline Telemetry\n\n- Dispatches: {}\n- Errors: {}\n",
                     bundle.dispatches.size(), errors);
  if (bundle.dispatches.empty()) return;
  put_head(out, {"Step", "Agent", "Instance", "Status", "Started", "Took", "Retries", "Notes"});
  for (const TelemetryRow& row : bundle.dispatches) {
    put_row(out, {plain(row.step), plain(row.agent), plain(row.instance), plain(row.status),
                  plain(row.started_at), duration_of(row), std::to_string(row.retry_count),
                  plain(row.notes)});
  }
}

std::string usd_of(std::int64_t micro_usd, std::int64_t untold, std::int64_t launches) {
  if (untold == launches) return "not told";
  return fmt::format("{:.4f}{}", static_cast<double>(micro_usd) / 1e6,
                     untold > 0 ? " and more" : "");
}

void put_costs(std::string& out, const Bundle& bundle) {
  if (bundle.costs.empty()) return;
  out += "\n## Cost\n";
  put_head(out, {"Step", "Agent", "Launches", "Lost", "Tokens", "USD"});
  BundleCost all;
  for (const BundleCost& cost : bundle.costs) {
    put_row(out, {plain(cost.step), plain(cost.instance), std::to_string(cost.launches),
                  std::to_string(cost.lost), std::to_string(cost.tokens),
                  usd_of(cost.micro_usd, cost.untold, cost.launches)});
    all.launches += cost.launches;
    all.lost += cost.lost;
    all.tokens += cost.tokens;
    all.micro_usd += cost.micro_usd;
    all.untold += cost.untold;
  }
  put_row(out, {"all", "", std::to_string(all.launches), std::to_string(all.lost),
                std::to_string(all.tokens), usd_of(all.micro_usd, all.untold, all.launches)});
}

}  // namespace

std::string write_bundle_markdown(const Bundle& bundle) {
  std::string out;
  put_header(out, bundle);
  put_verification(out, bundle);
  put_regressions(out, bundle);
  put_votes(out, bundle);
  put_approval_rows(out, bundle);
  put_list(out, "Claims That Evidence Contradicts", bundle.contradicted, "");
  put_rollback(out, bundle);
  put_blast_radius(out, bundle);
  put_list(out, "Protected Files That Are Not As The Base Has Them", bundle.protected_changed, "");
  put_list(out, "Known Issues", bundle.known_issues, "No known issues.");
  put_costs(out, bundle);
  put_telemetry(out, bundle);
  return out;
}

}  // namespace assay::format
