// SPDX-License-Identifier: MIT
#include "face/cli/verify_view.h"

#include "base/text/escape.h"
#include "core/verify/decide.h"
#include "core/verify/known.h"
#include "core/verify/schedule.h"
#include "core/verify/verdict.h"
#include "core/verify/watch.h"
#include "format/json/fields.h"
#include "format/verify/detail.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

/// Whoever reads a verdict is told how far its gates could have reached, if that is far.
std::string isolation_line(const std::string& word) {
  const auto kept = core::kept_by(word);
  if (!kept || *kept == core::Kept::in_full) return "";
  return fmt::format("isolation {}\n", printable(word));
}

using core::verify::CommandSpec;
using core::verify::CommandState;
using core::verify::Status;

/// Beyond this many commands the passing ones are only counted.
constexpr std::size_t rows_max = 200;
constexpr std::size_t name_width_max = 28;

bool is_quiet_row(const CommandSpec& spec, const CommandState& command) {
  const bool left_something = command.notes && !command.notes->orphans.empty();
  return command.status == Status::pass && command.reason == core::verify::Reason::none &&
         !is_ineffective(spec, command) && !left_something;
}

/// PASS, FAIL, ERROR, or what a pass that proves nothing really is.
std::string badge(const CommandSpec& spec, const CommandState& command, bool color) {
  if (command.reason == core::verify::Reason::skipped) return paint("SKIP ", "33", color);
  if (is_ineffective(spec, command) && command.status == Status::pass)
    return paint("INEFFECTIVE", "35", color);
  switch (command.status) {
    case Status::pass:
      return command.reason == core::verify::Reason::flaky ? paint("FLAKY", "33", color)
                                                           : paint("PASS ", "32", color);
    case Status::fail: return paint("FAIL ", "31", color);
    case Status::error: return paint("ERROR", "35", color);
  }
  return "ERROR";
}

struct Columns {
  std::size_t name_width = 0;
  bool wide_badges = false;  ///< one of the rows says INEFFECTIVE
};

std::string row(const core::verify::State& state, std::uint32_t unit, const Columns& columns,
                bool color) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  const bool wide = is_ineffective(spec, command) && command.status == Status::pass;
  const std::string gap(columns.wide_badges && !wide ? 6 : 0, ' ');
  return fmt::format("  {}{}  {:<{}}  {}{}\n", badge(spec, command, color), gap, spec.id,
                     columns.name_width, spec.required ? "" : "(optional) ",
                     printable(core::verify::summary_line(state, unit)));
}

std::string details(const core::verify::State& state, std::uint32_t unit, bool color) {
  const CommandState& command = state.commands[unit];
  std::string text;
  for (const std::string& line : core::verify::failing_lines(state, unit))
    text += "         " + printable(line) + "\n";
  if (command.notes) {
    for (const std::string& line : command.notes->excerpt) {
      text += "         " + paint(printable(line), "2", color) + "\n";
    }
  }
  if (command.has_log) {
    text += fmt::format("         log: assay logs {} {}\n", state.run_id,
                        state.plan->manifest.commands[unit].id);
  }
  return text;
}

/// Passes that prove nothing are not counted among the passes here, whatever their exit status
/// says.
std::string counts(const core::verify::State& state, const core::verify::Summary& summary) {
  const std::size_t total = state.commands.size();
  std::uint64_t hollow = 0;
  for (std::uint32_t unit = 0; unit < total; ++unit) {
    const CommandState& command = state.commands[unit];
    const bool counts = command.status == Status::pass &&
                        is_ineffective(state.plan->manifest.commands[unit], command);
    hollow += counts ? 1U : 0U;
  }
  std::string text = fmt::format("{} {}: {} passed", total, total == 1 ? "command" : "commands",
                                 summary.commands_passed - hollow);
  if (hollow > 0) text += fmt::format(", {} ineffective", hollow);
  if (summary.commands_failed > 0) text += fmt::format(", {} failed", summary.commands_failed);
  if (summary.commands_error > 0) text += fmt::format(", {} error", summary.commands_error);
  return text;
}

std::string_view verdict_color(Status overall) {
  switch (overall) {
    case Status::pass: return "1;32";
    case Status::fail: return "1;31";
    case Status::error: return "1;35";
  }
  return "1";
}

/// New files that git does not ignore: named, because nobody asked for them.
std::string left_behind(const core::verify::TreeWatch& watch) {
  constexpr std::size_t named_max = 5;
  std::string text = "left in the workspace, and no part of the tree: ";
  const std::size_t count = watch.by_products.size();
  for (std::size_t i = 0; i < count && i < named_max; ++i)
    text += (i == 0 ? "" : ", ") + printable(watch.by_products[i].path);
  const std::uint64_t more = count - std::min(count, named_max) + watch.more_by_products;
  return text + (more > 0 ? fmt::format(" and {} more\n", more) : "\n");
}

/// Bytes that are the same at the end, and nobody knows what they were meanwhile.
std::string touched_line(const core::verify::State& state) {
  const std::string text = core::verify::touch_text(state);
  if (text.empty()) return "";
  return "not used again: " + printable(text) +
         " (`mutates_workspace: true` for a gate that writes files, or `verify: {may_change: "
         "[...]}`)\n";
}

/// "unit: fixed since the base: a, b"
std::string since_text(const core::verify::State& state, const core::verify::TestsSince& gate) {
  constexpr std::size_t named_max = 5;
  std::string text;
  const auto add = [&](const std::vector<std::string>& tests, std::string_view what) {
    if (tests.empty()) return;
    text +=
        fmt::format("{}: {} since the base: ", state.plan->manifest.commands[gate.unit].id, what);
    for (std::size_t i = 0; i < tests.size() && i < named_max; ++i)
      text += (i == 0 ? "" : ", ") + printable(tests[i]);
    text +=
        tests.size() > named_max ? fmt::format(" and {} more\n", tests.size() - named_max) : "\n";
  };
  add(gate.fixed, "fixed");
  add(gate.gone, "gone");
  return text;
}

std::string advice(const core::verify::State& state, Status overall) {
  if (state.cancelled)
    return fmt::format("next: run it again; what was done is in `assay show {}`\n", state.run_id);
  switch (overall) {
    case Status::pass: return "";
    case Status::fail:
      return fmt::format("next: fix and rerun; `assay explain {}` tells why\n", state.run_id);
    case Status::error:
      if (!state.tree.changes.empty())
        return "next: what gates really rewrite goes under `verify: {may_change: [...]}`, what "
               "they "
               "make into .gitignore\n";
      return fmt::format("next: a person has to look; `assay explain {}` tells why\n",
                         state.run_id);
  }
  return "";
}

std::size_t name_width(const std::vector<CommandSpec>& commands) {
  std::size_t width = 0;
  for (const CommandSpec& spec : commands) width = std::max(width, spec.id.size());
  return std::min(width, name_width_max);
}

/// What was verified, where that is not the workspace.
std::string commit_lines(const core::verify::Plan& plan) {
  constexpr std::size_t digits = 12;
  if (plan.commit.empty()) return {};
  std::string text = fmt::format("commit {} (tree {}), in a copy\n", plan.commit.substr(0, digits),
                                 plan.commit_tree.substr(0, digits));
  for (const std::string& path : plan.submodules)
    text += fmt::format(
        "submodule {} is empty in the copy (`workspace: {{setup: git submodule update --init}}` "
        "fills it)\n",
        printable(path));
  return text;
}

std::string_view who_can_move(std::string_view name) {
  if (name.starts_with("refs/heads/")) return ", a branch that whoever works here can move";
  if (name.starts_with("refs/remotes/")) return ", as it was fetched last";
  return "";
}

/// Whose gates these are, and what the workspace would have had instead; where they ran.
std::string trust_lines(const core::verify::Plan& plan) {
  constexpr std::size_t digits = 12;
  std::string text;
  if (plan.trusted.any())
    text += fmt::format("gates from {} ({}{})\n", printable(plan.trusted.ref),
                        plan.trusted.commit.substr(0, digits), who_can_move(plan.trusted.name));
  if (!plan.trusted.before.empty())
    text += fmt::format("{} was {} in the last run{}\n", printable(plan.trusted.ref),
                        plan.trusted.before.substr(0, digits),
                        plan.trusted.rewritten
                            ? ", and what it is now does not continue that: who has moved it?"
                            : "");
  for (const std::string& each : plan.trusted.ignored)
    text += fmt::format("not heard, for the workspace says otherwise: {}\n", printable(each));
  if (plan.sealing.on)
    text += fmt::format("sealed: in a copy of tree {}\n", plan.sealing.tree.substr(0, digits));
  for (const std::string& each : plan.sealing.restored)
    text += fmt::format("sealed: {} as the base has it\n", printable(each));
  for (const std::string& each : plan.sealing.open)
    text += fmt::format("sealed, but: {}\n", printable(each));
  return text;
}

}  // namespace

std::string verify_report(const core::verify::State& state, const core::verify::Verdict& verdict,
                          Millis took, const Session& session,
                          const std::vector<core::verify::TestsSince>& since) {
  const bool color = session.screen.color_out;
  const core::verify::Summary summary = core::verify::summarize(state);
  const Columns columns{name_width(state.plan->manifest.commands),
                        !summary.failed_ineffective_required_ids.empty()};
  const bool all_rows = state.commands.size() <= rows_max;
  std::size_t shown = 0;
  std::string text;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const bool quiet = is_quiet_row(state.plan->manifest.commands[unit], state.commands[unit]);
    if (quiet && (!all_rows || session.quiet)) continue;
    if (++shown > rows_max) break;
    text += row(state, unit, columns, color);
    if (!quiet && state.commands[unit].status != Status::pass) text += details(state, unit, color);
  }
  if (shown > rows_max) text += fmt::format("  ... more in `assay show {}`\n", state.run_id);
  if (!text.empty()) text += "\n";
  for (const core::verify::TestsSince& gate : since) text += since_text(state, gate);
  for (const std::string& weaker : state.plan->weaker) {
    text += fmt::format("weaker than run {}: {}\n", state.plan->compared_with, printable(weaker));
  }
  text += isolation_line(state.plan->isolation);
  text += commit_lines(*state.plan);
  text += trust_lines(*state.plan);
  const std::string_view word = state.cancelled ? "CANCELLED" : to_text(verdict.overall);
  text += fmt::format("{}: {}  ({}, {})\n", paint(word, verdict_color(verdict.overall), color),
                      verdict.why, counts(state, summary), to_human(took));
  text += advice(state, verdict.overall);
  const std::string guarded = core::verify::protected_text(state);
  if (!guarded.empty() && verdict.overall != Status::pass) text += printable(guarded) + "\n";
  text += touched_line(state);
  if (!state.tree.by_products.empty()) text += left_behind(state.tree);
  if (const core::Tree* tree = state.tree.now(); tree != nullptr && tree->is_known())
    text += fmt::format("tree {}\n", tree->id.substr(0, 12));
  return text;
}

namespace {

std::string_view kind_text(const CommandSpec& spec) {
  if (spec.mutates_workspace) return "mutating";
  return spec.parallel_safe ? "parallel" : "serial";
}

std::string plan_json(const core::verify::Plan& plan, const core::verify::Schedule& schedule) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  format::Fields(json).text("cwd", plan.cwd).number("jobs", plan.jobs);
  json.key("schedule");
  json.begin_array();
  for (const std::uint32_t unit : schedule.order) {
    const CommandSpec& spec = plan.manifest.commands[unit];
    json.begin_object();
    format::Fields(json)
        .text("command_id", spec.id)
        .text("command", spec.command)
        .number("stage", spec.stage)
        .text("kind", kind_text(spec))
        .flag("required", spec.required);
    format::write_lint(json, core::verify::lint_of(plan, unit));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  out.push_back('\n');
  return out;
}

}  // namespace

std::string plan_report(const core::verify::Plan& plan, const Session& session) {
  const core::verify::Schedule schedule = core::verify::schedule_of(plan);
  if (session.format == OutputFormat::json) return plan_json(plan, schedule);
  const bool color = session.screen.color_out;
  const std::size_t width = name_width(plan.manifest.commands);
  std::string text;
  std::int64_t stage = INT64_MIN;
  for (const std::uint32_t unit : schedule.order) {
    const CommandSpec& spec = plan.manifest.commands[unit];
    if (spec.stage != stage) text += fmt::format("stage {}\n", spec.stage);
    stage = spec.stage;
    text += fmt::format("  {:<8}  {:<{}}  {}\n", kind_text(spec), spec.id, width,
                        printable(spec.command));
    const core::CommandLint* lint = core::verify::lint_of(plan, unit);
    if (lint == nullptr) continue;
    for (const core::LintFinding& finding : lint->findings) {
      text += fmt::format("            {} {}\n", paint(to_text(finding.rule), "33", color),
                          printable(finding.why));
    }
  }
  const std::size_t count = plan.manifest.commands.size();
  return text + fmt::format("{} {}, {} parallel at a time; nothing was run\n", count,
                            count == 1 ? "command" : "commands", plan.jobs);
}

}  // namespace assay::cli
