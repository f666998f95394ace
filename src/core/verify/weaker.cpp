// SPDX-License-Identifier: MIT
#include "core/verify/weaker.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace assay::core::verify {

namespace {

constexpr std::size_t sentences_max = 50;
constexpr std::size_t command_shown_max = 60;

std::string shown(const std::string& command) {
  std::string text = command.substr(0, command_shown_max);
  if (text.size() < command.size()) text += "...";
  return "`" + text + "`";
}

Millis timeout_of(const Plan& plan, const CommandSpec& spec) {
  return spec.timeout.count() > 0 ? spec.timeout : plan.policy.default_timeout;
}

const CommandExtras& extras_of(const CommandSpec& spec) {
  static const CommandExtras none;
  return spec.extras ? *spec.extras : none;
}

/// What one gate no longer asks.
void compare(const Plan& before, const CommandSpec& was, const Plan& now, const CommandSpec& is,
             std::vector<std::string>& out) {
  const std::string gate = "gate " + was.id + ": ";
  const auto tell = [&](bool weaker, const std::string& what) {
    if (weaker) out.push_back(gate + what);
  };
  tell(was.required && !is.required, "required before, optional now");
  tell(was.gate_type == GateType::test && is.gate_type != GateType::test,
       "a test gate before, " + std::string(to_text(is.gate_type)) + " now");
  tell(was.must_be_effective && !is.must_be_effective, "need not be effective any more");
  tell(!was.allow_zero_tests && is.allow_zero_tests, "may run zero tests now");
  tell(was.command != is.command,
       "another command: " + shown(is.command) + " instead of " + shown(was.command));
  tell(timeout_of(now, is) < timeout_of(before, was),
       "time limit " + to_human(timeout_of(now, is)) + " instead of " +
           to_human(timeout_of(before, was)));
  const CommandExtras& had = extras_of(was);
  const CommandExtras& has = extras_of(is);
  tell(!had.report.empty() && has.report != had.report,
       has.report.empty() ? "no report is read any more" : "another report is read");
  const bool more_retries =
      std::any_of(has.retry_on.begin(), has.retry_on.end(), [&](const std::string& pattern) {
        return std::find(had.retry_on.begin(), had.retry_on.end(), pattern) == had.retry_on.end();
      });
  tell(more_retries, "more failures are retried (retry_on)");
  tell(had.env != has.env, "another environment (env)");
}

/// What keeps files and gates out of the hands of whoever is judged.
void compare_guards(const Plan& before, const Plan& now, std::vector<std::string>& out) {
  const std::vector<std::string>& has = now.policy.protected_paths;
  for (const std::string& glob : before.policy.protected_paths) {
    if (std::find(has.begin(), has.end(), glob) == has.end())
      out.push_back("no longer protected: " + glob);
  }
  if (before.trusted.any() && !now.trusted.any())
    out.push_back("gates from the workspace instead of " + before.trusted.ref);
  if (before.trusted.any() && now.trusted.any() && before.trusted.ref != now.trusted.ref)
    out.push_back("gates from " + now.trusted.ref + " instead of " + before.trusted.ref);
  if (before.sealing.on && !now.sealing.on) out.emplace_back("not sealed any more");
}

}  // namespace

std::vector<std::string> weakenings(const Plan& before, const Plan& now) {
  std::map<std::string_view, const CommandSpec*> gates;
  for (const CommandSpec& spec : now.manifest.commands) gates.emplace(spec.id, &spec);
  std::vector<std::string> out;
  for (const CommandSpec& was : before.manifest.commands) {
    if (out.size() >= sentences_max) break;
    const auto is = gates.find(was.id);
    if (is != gates.end()) {
      compare(before, was, now, *is->second, out);
      continue;
    }
    const bool chosen =
        std::find(now.left_out.begin(), now.left_out.end(), was.id) != now.left_out.end();
    if (was.required) out.push_back("gate " + was.id + (chosen ? ": left out (--only)" : ": gone"));
  }
  if (now.manifest.flaky_retry_limit > before.manifest.flaky_retry_limit) {
    out.push_back("flaky_retry_limit " + std::to_string(now.manifest.flaky_retry_limit) +
                  " instead of " + std::to_string(before.manifest.flaky_retry_limit));
  }
  if (before.policy.flaky == FlakyPolicy::fail && now.policy.flaky == FlakyPolicy::pass)
    out.emplace_back("a flaky gate passes now");
  compare_guards(before, now, out);
  if (now.cwd != before.cwd) out.push_back("another working directory: " + now.cwd);
  return out;
}

}  // namespace assay::core::verify
