// SPDX-License-Identifier: MIT
// The words and fields of what agents are asked, say and cost, as they are stored.
#pragma once

#include "base/record.h"
#include "core/agent/budget.h"
#include "core/agent/plan.h"
#include "core/ask/permission_records.h"
#include "core/evidence/completion.h"
#include "core/evidence/judgement.h"
#include "core/evidence/signals.h"
#include "core/evidence/transcript.h"

namespace assay::core::agent {

constexpr auto words_of(Of<Ending>) {
  return words<Ending>(
      {{Ending::none, "none"}, {Ending::success, "success"}, {Ending::failure, "failure"}});
}

constexpr auto words_of(Of<Trouble>) {
  return words<Trouble>({{Trouble::none, "none"},
                         {Trouble::other, "other"},
                         {Trouble::protocol, "protocol"},
                         {Trouble::refused, "refused"},
                         {Trouble::limit, "limit"},
                         {Trouble::model, "model"},
                         {Trouble::auth, "auth"},
                         {Trouble::overload, "overload"},
                         {Trouble::quota, "quota"}});
}

constexpr auto words_of(Of<Severity>) {
  return words<Severity>({{Severity::minor, "Minor"},
                          {Severity::major, "Major"},
                          {Severity::critical, "Critical"},
                          {Severity::blocker, "Blocker"}});
}

constexpr auto words_of(Of<Risk>) {
  return words<Risk>({{Risk::green, "green"}, {Risk::yellow, "yellow"}, {Risk::red, "red"}});
}

constexpr auto words_of(Of<TaskSize>) {
  return words<TaskSize>({{TaskSize::standard, "Standard"}, {TaskSize::large, "Large"}});
}

constexpr auto words_of(Of<ModificationKind>) {
  using Kind = ModificationKind;
  return words<Kind>({{Kind::split_task, "SPLIT_TASK"},
                      {Kind::add_prerequisite, "ADD_PREREQUISITE"},
                      {Kind::add_followup, "ADD_FOLLOWUP"}});
}

constexpr auto words_of(Of<SignalRemark::Kind>) {
  using Kind = SignalRemark::Kind;
  return words<Kind>({{Kind::near_miss, "near_miss"},
                      {Kind::misplaced, "misplaced"},
                      {Kind::conflict, "conflict"},
                      {Kind::bad_request, "bad_request"}});
}

constexpr auto fields_of(Of<Spare>) {
  return record<Spare>(field("name", &Spare::name), field("argv", &Spare::argv),
                       field("dialect", &Spare::dialect, always),
                       field("pass_env", &Spare::pass_env), field("env", &Spare::env, Pairs{}),
                       field("sealed", &Spare::sealed));
}

constexpr auto fields_of(Of<Order>) {
  return record<Order>(
      field("role", &Order::role, required), field("argv", &Order::argv, required),
      field("dialect", &Order::dialect, required), field("prompt", &Order::prompt),
      field("stall", &Order::stall), field("linger", &Order::linger),
      field("max_turns", &Order::max_turns), field("max_retries", &Order::max_retries),
      absent(&Order::values), absent(&Order::files), field("pass_env", &Order::pass_env),
      field("prices", &Order::prices), field("spares", &Order::spares),
      field("spare", &Order::spare), field("sealed", &Order::sealed),
      field("permissions", &Order::permissions), field("resources", &Order::resources));
}

constexpr auto fields_of(Of<Plan>) {
  return record<Plan>(field("order", &Plan::order, required), field("workspace", &Plan::workspace),
                      field("cwd", &Plan::cwd), field("log_dir", &Plan::log_dir),
                      field("timeout", &Plan::timeout), field("env", &Plan::env, Pairs{}),
                      field("budgets", &Plan::budgets), field("environment", &Plan::environment),
                      field("environment_digest", &Plan::environment_digest),
                      field("isolation", &Plan::isolation));
}

constexpr auto fields_of(Of<Spent>) {
  return record<Spent>(field("launches", &Spent::launches), field("wall", &Spent::wall),
                       field("tokens", &Spent::tokens), field("micro_usd", &Spent::micro_usd),
                       field("of_unknown_cost", &Spent::of_unknown_cost));
}

constexpr auto fields_of(Of<Tokens>) {
  return record<Tokens>(field("input", &Tokens::input), field("output", &Tokens::output),
                        field("cached", &Tokens::cached), field("reasoning", &Tokens::reasoning),
                        field("total", &Tokens::total));
}

constexpr auto fields_of(Of<Command>) {
  return record<Command>(field("command", &Command::command),
                         field("exit_code", &Command::exit_code), field("denied", &Command::denied),
                         field("failed", &Command::failed),
                         field("edits_before", &Command::edits_before));
}

constexpr auto fields_of(Of<Transcript>) {
  using Told = Transcript;
  return record<Told>(
      field("ending", &Told::ending, required), field("stop_reason", &Told::stop_reason),
      field("final_text", &Told::final_text), field("model", &Told::model),
      field("turns", &Told::turns), field("tokens", &Told::tokens),
      field("tokens_told", &Told::tokens_told), field("micro_usd", &Told::micro_usd),
      field("commands", &Told::commands), field("edited", &Told::edited),
      field("edits", &Told::edits), field("tool_calls", &Told::tool_calls),
      field("denials", &Told::denials), field("errors", &Told::errors),
      field("trouble", &Told::trouble), field("retries", &Told::retries),
      field("resets_at", &Told::resets_at), field("retry_after", &Told::retry_after),
      field("limit_reached", &Told::limit_reached), field("lines", &Told::lines),
      field("broken_lines", &Told::broken_lines), field("edition", &Told::edition),
      field("cause", &Told::cause), field("remedy", &Told::remedy), field("spare", &Told::spare),
      field("cost_computed", &Told::cost_computed));
}

constexpr auto fields_of(Of<Citation>) {
  return record<Citation>(field("path", &Citation::path), field("line", &Citation::line),
                          field("quote", &Citation::quote), field("holds", &Citation::holds),
                          field("why_not", &Citation::why_not));
}

constexpr auto fields_of(Of<Judgement>) {
  return record<Judgement>(field("met", &Judgement::met),
                           field("citations", &Judgement::citations, always));
}

constexpr auto fields_of(Of<FindingsCount>) {
  return record<FindingsCount>(
      field("blocker", &FindingsCount::blocker), field("critical", &FindingsCount::critical),
      field("major", &FindingsCount::major), field("minor", &FindingsCount::minor));
}

constexpr auto fields_of(Of<Review>) {
  return record<Review>(field("model", &Review::reviewer_model),
                        field("focus", &Review::review_focus), field("scope", &Review::scope),
                        field("verdict", &Review::verdict, required), flat(&Review::findings_count),
                        field("summary", &Review::summary));
}

constexpr auto fields_of(Of<PlannedTask>) {
  using Task = PlannedTask;
  return record<Task>(field("id", &Task::id), field("title", &Task::title),
                      field("size", &Task::size, required), field("risk", &Task::risk, required),
                      field("depends_on", &Task::depends_on), field("agent", &Task::agent));
}

constexpr auto fields_of(Of<TaskWave>) {
  return record<TaskWave>(field("id", &TaskWave::id), field("tasks", &TaskWave::tasks),
                          field("max_concurrent", &TaskWave::max_concurrent, required));
}

constexpr auto fields_of(Of<TaskPlan>) {
  return record<TaskPlan>(field("risk", &TaskPlan::overall_risk, required),
                          field("waves", &TaskPlan::waves), field("tasks", &TaskPlan::tasks));
}

constexpr auto fields_of(Of<FileToModify>) {
  return record<FileToModify>(field("path", &FileToModify::path),
                              field("risk", &FileToModify::risk, required));
}

constexpr auto fields_of(Of<TaskFile>) {
  return record<TaskFile>(flat(&TaskFile::task), field("description", &TaskFile::description),
                          field("acceptance_criteria", &TaskFile::acceptance_criteria),
                          field("design_sections", &TaskFile::design_sections),
                          field("spec_requirements", &TaskFile::spec_requirements),
                          field("files", &TaskFile::files_to_modify));
}

constexpr auto fields_of(Of<ReportedChange>) {
  return record<ReportedChange>(field("path", &ReportedChange::path),
                                field("action", &ReportedChange::action));
}

constexpr auto fields_of(Of<Concern>) {
  return record<Concern>(field("severity", &Concern::severity, required),
                         field("title", &Concern::title),
                         field("description", &Concern::description),
                         field("recommendation", &Concern::recommendation));
}

constexpr auto fields_of(Of<ModificationRequest>) {
  using Wish = ModificationRequest;
  return record<Wish>(field("type", &Wish::kind, required), field("task", &Wish::original_task_id),
                      field("reasoning", &Wish::reasoning),
                      field("proposed", &Wish::proposed_tasks));
}

constexpr auto fields_of(Of<FailureBlock>) {
  using Block = FailureBlock;
  return record<Block>(field("task", &Block::task_id), field("title", &Block::title),
                       field("error", &Block::error), field("attempted_fix", &Block::attempted_fix),
                       field("status", &Block::status));
}

constexpr auto fields_of(Of<SignalRemark>) {
  return record<SignalRemark>(field("kind", &SignalRemark::kind, required),
                              field("line", &SignalRemark::line, always),
                              field("what", &SignalRemark::what));
}

constexpr auto fields_of(Of<Signals>) {
  return record<Signals>(
      field("task_complete", &Signals::task_complete),
      field("all_tasks_complete", &Signals::all_tasks_complete),
      field("verification", &Signals::verification), field("review", &Signals::review),
      field("modification_asked", &Signals::modification_asked),
      field("modification", &Signals::modification), field("failure", &Signals::failure),
      field("contradictions", &Signals::contradictions), field("remarks", &Signals::remarks));
}

}  // namespace assay::core::agent
