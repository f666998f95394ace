// SPDX-License-Identifier: MIT
#include "core/verify/verdict.h"

#include "base/text/join.h"
#include "base/text/utf8.h"
#include "core/verify/decide.h"
#include "core/verify/known.h"
#include "core/verify/reuse.h"
#include "core/verify/watch.h"

#include <algorithm>
#include <iterator>

namespace assay::core::verify {

namespace {

constexpr std::size_t digest_lines_max = 8;
constexpr std::size_t digest_line_max = 199;
constexpr std::size_t summary_max = 240;

/// Blanks control characters: the ASCII ones, U+0080 to U+009F, some of which terminals obey as
/// well, and the marks that turn the direction of text.
void blank_controls(std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (byte < 0x20 || byte == 0x7f) text[i] = ' ';
    if (byte == 0xC2 && next >= 0x80 && next <= 0x9F) text[i] = text[i + 1] = ' ';
    const auto third = i + 2 < text.size() ? static_cast<unsigned char>(text[i + 2]) : 0U;
    const bool turns =
        byte == 0xE2 &&
        ((next == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) ||
         (next == 0x81 && third >= 0xA6 && third <= 0xA9));
    if (turns) text[i] = text[i + 1] = text[i + 2] = ' ';
    if (byte == 0xD8 && next == 0x9C) text[i] = text[i + 1] = ' ';
  }
}

/// Cuts at a byte limit without splitting a UTF-8 character.
std::string cut(std::string text, std::size_t limit) {
  blank_controls(text);
  if (text.size() <= limit) return text;
  constexpr std::string_view ellipsis = "...";
  text.resize(whole_characters(text, limit - ellipsis.size()));
  return text.append(ellipsis);
}

/// What is said first about a command.
std::string headline(const CommandSpec& spec, const CommandState& command) {
  const std::string detail = command.notes ? command.notes->detail : "";
  const std::string took = " in " + to_human(Millis{command.duration_ms});
  switch (command.reason) {
    case Reason::skipped: return std::string(to_text(command.reason)) + ": " + detail;
    case Reason::detached: return "not run: " + detail;
    case Reason::spawn_failed: return "could not be started: " + detail;
    case Reason::program_missing: return "program_missing: " + detail;
    case Reason::tree_changed: return "tree_changed: " + detail;
    case Reason::stale:
      return detail.empty() ? "stale: about another tree, and not run again" : "stale: " + detail;
    case Reason::unrecorded: return "its output could not be stored: " + detail;
    case Reason::lost: return "lost: " + (detail.empty() ? "nobody saw it end" : detail);
    case Reason::timeout: {
      return "timeout: ended by assay after " + to_human(Millis{command.duration_ms});
    }
    case Reason::limit:
      return "limit: ended by assay" + took + (detail.empty() ? "" : ": " + detail);
    case Reason::cancelled:
      return command.attempts == 0 ? "cancelled before it ran" : "cancelled" + took;
    case Reason::signaled: {
      return "signaled: killed by signal " + std::to_string(command.exit_code - 128) + took +
             (detail.empty() ? "" : ": " + detail);
    }
    case Reason::none:
    case Reason::flaky:
    case Reason::masked:
    case Reason::known_failures:
    case Reason::ineffective: break;
  }
  std::string text = "exit " + std::to_string(command.exit_code) + took;
  if (spec.gate_type == GateType::test && command.tests_executed >= 0) {
    text += ", " + std::to_string(command.tests_executed) +
            (command.tests_executed == 1 ? " test" : " tests");
    if (command.notes && !command.notes->tally_source.empty())
      text += " (" + command.notes->tally_source + ")";
  }
  return text;
}

std::string digest_line(const State& state, std::uint32_t unit) {
  const CommandState& command = state.commands[unit];
  std::string line = state.plan->manifest.commands[unit].id + ": ";
  if (command.status == Status::pass) {
    return line + "INEFFECTIVE: " + (command.notes ? command.notes->ineffective_reason : "");
  }
  line += std::string(to_text(command.status)) + " " + summary_line(state, unit);
  return line;
}

/// What keeps a verdict from being about one known tree.
std::string tree_problem(const State& state) {
  if (!state.tree.problem.empty())
    return "the workspace could not be read (" + state.tree.problem +
           "): nothing says which tree this is about; make it readable or let git ignore it";
  const std::string changes = change_text(state);
  if (!changes.empty()) return "tree_changed: " + changes;
  const std::string& open = state.plan->sealing.problem;
  return open.empty() ? "" : "not sealed: " + open;
}

bool is_excused(const CommandState& command) { return command.reason == Reason::known_failures; }

/// Who lets failures through by a list that the base does not have says so.
std::string list_remark(const State& state) {
  const bool used = std::any_of(state.commands.begin(), state.commands.end(), is_excused);
  if (!used || !state.plan->known.changed) return "";
  return "known_failures: " + state.plan->known.file + " is not what the base has";
}

/// Required failures first, each with its most telling lines, until the space is used up.
std::vector<std::string> failure_digest(const State& state) {
  std::vector<std::string> lines;
  if (const std::string problem = tree_problem(state); !problem.empty())
    lines.push_back(cut(problem, digest_line_max));
  std::vector<std::uint32_t> failing;
  for (std::uint32_t unit = 0; unit < state.commands.size() && failing.size() < digest_lines_max;
       ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    if (state.commands[unit].reason == Reason::skipped) continue;
    if (stands_in_the_way(spec, state.commands[unit])) failing.push_back(unit);
  }
  for (const std::uint32_t unit : failing) {
    lines.push_back(cut(digest_line(state, unit), digest_line_max));
    const CommandState& command = state.commands[unit];
    const std::size_t share = digest_lines_max / failing.size();
    for (std::size_t i = 0; command.notes && i < command.notes->excerpt.size() && i + 1 < share;
         ++i) {
      lines.push_back(cut("  " + command.notes->excerpt[i], digest_line_max));
    }
  }
  if (const std::string list = list_remark(state); !list.empty())
    lines.push_back(cut(list, digest_line_max));
  if (const std::string text = protected_text(state); !text.empty())
    lines.push_back(cut(text, digest_line_max));
  for (const std::string& weaker : state.plan->weaker) {
    if (lines.size() >= digest_lines_max) break;
    lines.push_back(
        cut("weaker than run " + state.plan->compared_with + ": " + weaker, digest_line_max));
  }
  lines.resize(std::min(lines.size(), digest_lines_max));
  return lines;
}

std::string names(const std::vector<std::string>& ids) { return assay::listed(ids, 3); }

/// Required commands nobody knows the result of, in input order.
std::vector<std::string> undecided(const State& state) {
  std::vector<std::string> ids;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    const CommandState& command = state.commands[unit];
    const bool unknown = command.status == Status::error && command.reason != Reason::skipped;
    if (spec.required && unknown) ids.push_back(spec.id);
  }
  return ids;
}

/// Required commands that said no, in input order.
std::vector<std::string> failed_ids(const State& state) {
  std::vector<std::string> ids;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    if (spec.required && state.commands[unit].status == Status::fail) ids.push_back(spec.id);
  }
  return ids;
}

/// "lint failed, unit proved nothing and e2e could not be decided"
std::string everything_in_the_way(const State& state, const Summary& summary) {
  std::vector<std::string> parts;
  const auto add = [&](const std::vector<std::string>& ids, const char* how) {
    if (!ids.empty()) parts.push_back(names(ids) + how);
  };
  add(failed_ids(state), " failed");
  add(summary.failed_ineffective_required_ids, " proved nothing");
  add(undecided(state), " could not be decided");
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + parts[i];
  }
  return text;
}

/// A pass without a test gate is worth less, and says so.
std::string why_gates_passed(const State& state) {
  const auto& commands = state.plan->manifest.commands;
  const bool tested = std::any_of(commands.begin(), commands.end(), [](const CommandSpec& spec) {
    return spec.required && spec.gate_type == GateType::test;
  });
  const auto excused = std::count_if(state.commands.begin(), state.commands.end(), is_excused);
  if (excused > 0) {
    std::string why =
        "every required gate passed, " + std::to_string(excused) + " of them with known failures";
    return state.plan->known.changed
               ? why + " (" + state.plan->known.file + " is not what the base has)"
               : why;
  }
  return tested || state.rules < Rules::v0_2
             ? "every required gate passed"
             : "every required gate passed, but none of them is a test gate: nothing was tested";
}

std::string why_passed(const State& state) {
  const std::string text = protected_text(state);
  return why_gates_passed(state) + (text.empty() ? "" : "; " + text);
}

/// What is known of the tests that failed, by name.
std::string tests_text(const State& state, std::uint32_t unit) {
  const CommandState& command = state.commands[unit];
  if (!command.notes || !command.notes->tests) return "";
  const Notes& notes = *command.notes;
  std::string text;
  if (is_excused(command)) {
    text += "; known_failures: " + names(notes.failed_tests) + " (" + state.plan->known.file + ")";
  } else if (const std::string failing = failing_text(state, unit); !failing.empty()) {
    text += "; " + failing;
  }
  if (!notes.not_excused.empty()) text += "; not excused: " + notes.not_excused;
  const std::vector<std::string> flaky = flaky_tests(command);
  if (!flaky.empty()) text += "; failed before: " + names(flaky);
  if (fails_as_before(state, unit)) text += "; all of them known";
  return text;
}

}  // namespace

std::vector<std::string> protected_changed(const State& state) {
  const std::vector<std::string>& before = state.plan->protected_changed;
  const std::vector<std::string>& seen = state.tree.protected_changed;
  std::vector<std::string> all;
  std::set_union(before.begin(), before.end(), seen.begin(), seen.end(), std::back_inserter(all));
  return all;
}

std::string protected_text(const State& state) {
  constexpr std::size_t digits = 12;
  const Plan& plan = *state.plan;
  if (plan.policy.protected_paths.empty()) return "";
  if (plan.guarded_by.empty() && plan.watches_tree)
    return "protected_changed: not known, for there is no commit to compare with";
  const std::vector<std::string> paths = protected_changed(state);
  if (paths.empty()) return "";
  return "protected_changed: " + names(paths) + " (base " + plan.guarded_by.substr(0, digits) +
         (plan.sealing.on ? ", whose files were used)" : ")");
}

bool is_ineffective(const CommandSpec& spec, const CommandState& command) {
  if (!spec.required || command.effective || command.reason == Reason::skipped) return false;
  if (command.said_no) return false;
  return spec.must_be_effective || command.masked;
}

bool stands_in_the_way(const CommandSpec& spec, const CommandState& command) {
  return spec.required && (command.status != Status::pass || is_ineffective(spec, command));
}

std::vector<std::string> manifest_mismatches(const State& state) {
  std::vector<std::string> mismatches;
  const Manifest& manifest = state.plan->manifest;
  if (state.commands.size() != manifest.commands.size()) {
    mismatches.push_back(std::to_string(manifest.commands.size()) + " commands, but " +
                         std::to_string(state.commands.size()) + " results");
  }
  if (digest_of(manifest) != state.plan->manifest_digest) {
    mismatches.emplace_back("the manifest is not the one the run was started with");
  }
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    if (state.commands[unit].step == Step::finished) continue;
    mismatches.push_back(manifest.commands[unit].id + ": no terminal result");
    if (mismatches.size() >= digest_lines_max) break;
  }
  return mismatches;
}

Summary summarize(const State& state) {
  Summary summary;
  summary.manifest_mismatches = manifest_mismatches(state);
  Status worst = Status::pass;
  bool any_required = false;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    const CommandState& command = state.commands[unit];
    switch (command.status) {
      case Status::pass: ++summary.commands_passed; break;
      case Status::fail: ++summary.commands_failed; break;
      case Status::error: ++summary.commands_error; break;
    }
    if (!spec.required) continue;
    any_required = true;
    if (command.reason == Reason::skipped)
      continue;  // not run because of another; that one decides
    if (command.status != Status::pass) summary.failed_required_ids.push_back(spec.id);
    worst = std::max(worst, command.status);
    if (is_ineffective(spec, command)) {
      summary.failed_ineffective_required_ids.push_back(spec.id);
      worst = Status::error;
    }
  }
  const bool drained = state.spawned == state.completed && state.in_flight == 0;
  const bool sound = any_required && drained && summary.manifest_mismatches.empty() &&
                     !state.cancelled && tree_problem(state).empty();
  summary.overall = sound ? worst : Status::error;
  summary.short_failure_digest = failure_digest(state);
  if (!any_required)
    summary.short_failure_digest.emplace_back("no command is required: nothing can be proved");
  return summary;
}

Verdict verdict_of(const State& state) {
  const Summary summary = summarize(state);
  if (state.cancelled) return {Status::error, Outcome::cancelled, "cancelled"};
  switch (summary.overall) {
    case Status::pass: return {Status::pass, Outcome::passed, why_passed(state)};
    case Status::fail:
      return {Status::fail, Outcome::failed, names(summary.failed_required_ids) + " failed"};
    case Status::error: break;
  }
  std::string why = "could not find out";
  if (!summary.manifest_mismatches.empty()) {
    why = summary.manifest_mismatches.front();
  } else if (const std::string problem = tree_problem(state); !problem.empty()) {
    why = problem;
  } else if (state.rules >= Rules::v0_2 && !(summary.failed_ineffective_required_ids.empty() &&
                                             summary.failed_required_ids.empty())) {
    why = everything_in_the_way(state, summary);
  } else if (!summary.failed_ineffective_required_ids.empty()) {
    why = names(summary.failed_ineffective_required_ids) + " proved nothing";
  } else if (!summary.failed_required_ids.empty()) {
    why = names(undecided(state)) + " could not be decided";
  } else if (state.spawned != state.completed) {
    why = "not every attempt came to an end";
  } else {
    why = "no command is required";
  }
  return {Status::error, Outcome::error, std::move(why)};
}

std::string summary_line(const State& state, std::uint32_t unit) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  std::string text = headline(spec, command);
  if (const Recalled* known = reused(state, unit))
    text = "reused from " + known->run_id + ": " + text;
  const Notes* notes = command.notes.get();
  const bool ran = command.attempts > 0 && command.exit_code >= 0;
  if (command.failed_before && command.status == Status::pass) {
    text += "; flaky: passed on attempt " + std::to_string(command.attempts);
  } else if (command.reason == Reason::flaky) {
    text += "; flaky: passed only on attempt " + std::to_string(command.attempts);
  } else if (command.attempts > 1) {
    text += " after " + std::to_string(command.attempts) + " attempts";
  }
  const bool asked = ran && !command.said_no && !command.effective;
  if (asked && notes != nullptr && !notes->ineffective_reason.empty()) {
    text += "; ineffective: " + notes->ineffective_reason;
  }
  text += tests_text(state, unit);
  if (ran && notes != nullptr && notes->detail.starts_with("not retried"))
    text += "; " + notes->detail;
  if (notes != nullptr && !notes->orphans.empty()) {
    text += "; left behind and killed: " + notes->orphans.front();
    if (notes->orphans.size() > 1)
      text += " and " + std::to_string(notes->orphans.size() - 1) + " more";
  }
  if (notes != nullptr && notes->placed && !notes->placed->node.empty())
    text += "; on " + notes->placed->node + ", queued " + to_human(notes->placed->queued);
  const CommandLint* lint = lint_of(*state.plan, unit);
  if (ran && lint != nullptr && lint->contains_pipeline) text += "; pipefail on";
  return cut(std::move(text), summary_max);
}

std::string log_path(const State& state, std::uint32_t unit) {
  const CommandState& command = state.commands[unit];
  if (!command.has_log) return "";
  return state.plan->log_dir + "/" + state.plan->manifest.commands[unit].id + "-attempt" +
         std::to_string(command.attempts) + ".log";
}

}  // namespace assay::core::verify
