// SPDX-License-Identifier: MIT
#include "face/cli/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace assay::cli {

namespace {

using api::Code;
using api::Problem;

/// As the command line spells the field of a request.
std::string flag_of(const std::string& field) {
  if (field == "workspace") return "-C";
  std::string flag = "--" + field;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string named_files(const Problem& problem) {
  constexpr std::size_t named_max = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(problem.items.size(), named_max); ++i)
    text += "\n  " + problem.items[i];
  if (problem.items.size() > named_max)
    text += fmt::format("\n  and {} more", problem.items.size() - named_max);
  return text;
}

struct Words {
  Code code;
  const char* text;  ///< {0} is the value of the problem
};

/// What follows the fact in the same sentence.
constexpr Words ways_out[] = {
    {Code::no_state_home, "; use --state-dir DIR"},
    {Code::state_in_workspace, "; use --state-dir DIR"},
    {Code::no_config, " (`assay init` writes one; `--manifest FILE` names another)"},
    {Code::no_commands, " (see `assay help verify`)"},
    {Code::no_gates, ": `assay init` finds the gates of a project"},
    {Code::config_exists, "; `assay init --print` shows what would be written"},
    {Code::no_gates_found,
     "\nWrite assay.yaml by hand (`assay schema assay`, manual section 7), for example:\n"
     "version: 1\nverify:\n  commands:\n    - {{id: test, command: ./run-tests, gate_type: test}}"},
    {Code::dirty_tree, ", or use --allow-dirty"},
    {Code::run_at_work, ": `assay loop status {0}` shows it, `assay loop cancel {0}` stops it"},
    {Code::no_pipeline_run, ": `assay pipeline start`"},
    {Code::too_few_judges, " (--judge ROLE can be repeated)"},
    {Code::no_summaries, " (--allow-missing-summaries goes on)"},
};

/// What to do about it, on a line of its own; where the api has a hint, behind it.
constexpr Words advices[] = {
    {Code::spec_outside, ", or choose the workspace with -C DIR"},
    {Code::state_corrupt, ": `assay loop run` makes a new one"},
    {Code::tasks_unverifiable, "`assay loop check {0}` shows everything"},
    {Code::no_verify, "`assay init` finds the checks of a project"},
};

std::string words_for(std::span<const Words> table, const Problem& problem) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Words& each) { return each.code == problem.code; });
  return found == table.end() ? "" : fmt::format(fmt::runtime(found->text), problem.value);
}

std::string way_out(const Problem& problem) {
  if (problem.code == Code::request_empty)
    return problem.field == "prompt"
               ? ": give it with --prompt FILE or on standard input"
               : ": say what is wanted in a file (--request FILE) or on standard input";
  const std::string files = problem.code == Code::dirty_tree ? named_files(problem) : "";
  return words_for(ways_out, problem) + files;
}

std::string advice_on(const Problem& problem) {
  const bool of_role = problem.code == Code::role_missing || problem.code == Code::program_missing;
  if (!of_role) return problem.hint + words_for(advices, problem);
  return (problem.code == Code::program_missing ? "install it, or put it on PATH; " : "") +
         (problem.hint.empty() ? "`assay doctor` shows which agents are there" : problem.hint);
}

/// The words of a spec's own tools, which others look for.
bool is_about_spec(Code code) {
  return code == Code::spec_missing || code == Code::spec_outside || code == Code::tasks_missing ||
         code == Code::state_corrupt;
}

std::string fact(const Problem& problem) {
  const std::string value = problem.value.empty() ? "" : " " + problem.value;
  if (problem.code == Code::missing_value) return flag_of(problem.field) + " is missing";
  if (problem.code == Code::bad_value) return flag_of(problem.field) + value + ": " + problem.what;
  if (problem.code == Code::jumps_verification)
    return flag_of(problem.field) + value + " " + problem.what;
  return is_about_spec(problem.code) ? "ERROR: " + problem.what : problem.what;
}

}  // namespace

bool speaks_for_itself(const Problem& problem) {
  return problem.code == Code::in_file || problem.code == Code::no_summaries ||
         is_about_spec(problem.code);
}

std::string problem_text(const Problem& problem) {
  const std::string advice = advice_on(problem);
  return fact(problem) + way_out(problem) + (advice.empty() ? "" : "\n" + advice);
}

std::string note_text(const api::Note& note) {
  switch (note.kind) {
    case api::Note::Kind::plain: return note.what;
    case api::Note::Kind::note: return "note: " + note.what;
    case api::Note::Kind::warning: return "warning: " + note.what;
  }
  return note.what;
}

}  // namespace assay::cli
