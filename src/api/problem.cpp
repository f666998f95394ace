// SPDX-License-Identifier: MIT
#include "api/problem.h"

#include <iterator>

namespace assay::api {

namespace {

constexpr std::string_view code_words[] = {
    "bad_input",          "not_found",          "conflict",        "io",
    "exhausted",          "bad_value",          "missing_value",   "in_file",
    "no_state_home",      "state_in_workspace", "no_config",       "no_commands",
    "no_gates",           "no_gates_found",     "config_exists",   "stopped",
    "spec_missing",       "spec_outside",       "tasks_missing",   "state_corrupt",
    "tasks_unverifiable", "no_verify",          "role_missing",    "program_missing",
    "dirty_tree",         "run_at_work",        "no_pipeline_run", "jumps_verification",
    "request_empty",      "too_few_judges",     "no_summaries"};
static_assert(std::size(code_words) == static_cast<std::size_t>(Code::no_summaries) + 1);

Code code_of(Fault fault) {
  switch (fault) {
    case Fault::bad_input: return Code::bad_input;
    case Fault::not_found: return Code::not_found;
    case Fault::conflict: return Code::conflict;
    case Fault::io: return Code::io;
    case Fault::exhausted: return Code::exhausted;
  }
  return Code::io;
}

}  // namespace

std::string_view to_text(Code code) {
  const auto at = static_cast<std::size_t>(code);
  ENSURE(at < std::size(code_words));
  return code_words[at];
}

Problem problem_of(const Error& error) {
  return {.code = code_of(error.fault), .what = error.what};
}

Problems problems_of(const std::vector<format::Problem>& found) {
  Problems problems;
  for (const format::Problem& each : found)
    problems.push_back({.code = Code::in_file,
                        .value = each.where,
                        .what = each.where.empty() ? each.what : each.where + ": " + each.what});
  return problems;
}

bool is_bad_input(Code code) { return code != Code::io && code != Code::exhausted; }

std::string plain_text(const Problem& problem) {
  if (problem.code == Code::missing_value) return problem.field + " is missing";
  std::string text = problem.what;
  if (problem.code == Code::bad_value)
    text = problem.field + (problem.value.empty() ? "" : " " + problem.value) + ": " + text;
  for (const std::string& item : problem.items) text += "\n  " + item;
  return problem.hint.empty() ? text : text + "\n" + problem.hint;
}

}  // namespace assay::api
