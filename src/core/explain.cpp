// SPDX-License-Identifier: MIT
#include "core/explain.h"

#include "base/match.h"
#include "core/agent/decide.h"
#include "core/event_records.h"
#include "core/goals/decide.h"
#include "core/loop/decide.h"
#include "core/pipeline/decide.h"
#include "core/verify/explain.h"

#include <algorithm>

namespace assay::core {

namespace {

std::string attempt(const std::string& name, AttemptKey key) {
  return name + ", attempt " + std::to_string(key.attempt);
}

std::string describe_exit(const Exit& exit) {
  switch (exit.kind) {
    case ExitKind::exited: return "exit " + std::to_string(exit.code);
    case ExitKind::signaled: return "killed by signal " + std::to_string(exit.signal);
    case ExitKind::timed_out: return "reached its time limit and was ended";
    case ExitKind::cancelled: return "ended because the run was cancelled";
    case ExitKind::limited: return "went over a limit and was ended";
    case ExitKind::spawn_failed: return "could not be started";
    case ExitKind::lost: return "lost";
    case ExitKind::unrecorded: return "ran, but its output could not be stored";
    case ExitKind::stalled: return "was silent for too long and was ended";
    case ExitKind::held: return "had said its last word, did not end and was ended";
  }
  return "";
}

std::string describe_tally(const Tally& tally) {
  if (tally.source.empty() && !tally.known()) return "";
  std::string text =
      "; " + (tally.known() ? std::to_string(tally.executed) + " tests ran" : "tests unknown");
  if (tally.failed > 0) text += ", " + std::to_string(tally.failed) + " failed";
  if (tally.skipped > 0) text += ", " + std::to_string(tally.skipped) + " skipped";
  if (tally.cached) text += ", from a cache";
  return tally.source.empty() ? text : text + " (" + tally.source + ")";
}

std::string describe_end(const AttemptEnded& e) {
  std::string text = attempt(e.name, e.key) + ": " + describe_exit(e.evidence.exit) + " in " +
                     to_human(e.evidence.duration);
  if (!e.evidence.exit.detail.empty()) text += ": " + e.evidence.exit.detail;
  text += describe_tally(e.evidence.reading.tally);
  if (!e.evidence.reading.transient.empty()) text += "; transient: " + e.evidence.reading.transient;
  if (e.evidence.output.truncated()) {
    text +=
        "; " + std::to_string(e.evidence.output.bytes) + " bytes of output, the middle left out";
  }
  for (const Orphan& orphan : e.evidence.orphans) {
    text += "; left behind and killed: " + orphan.name + " (" + std::to_string(orphan.pid) + ")";
  }
  for (const LostFailure& lost : e.evidence.lost) {
    text += "; lost: `" + lost.command + "` (status " + std::to_string(lost.status) + ")" +
            (lost.place.empty() ? "" : " in " + lost.place);
  }
  if (!e.evidence.reading.swallowed.empty()) text += "; " + e.evidence.reading.swallowed;
  return text;
}

std::string describe_sight(const work::WorkSight& sight) {
  if (!sight.problem.empty()) return "could not be looked at: " + sight.problem;
  std::string text = "tree " + sight.tree.substr(0, 12) + " at " + sight.head.substr(0, 12);
  if (!sight.changed.empty())
    text += "; " + std::to_string(sight.changed.size()) + " files changed";
  if (!sight.commits.empty()) text += "; " + std::to_string(sight.commits.size()) + " commits made";
  if (!sight.dirty.empty()) text += "; " + std::to_string(sight.dirty.size()) + " uncommitted";
  for (const std::string& what : sight.tampering) text += "; tampering: " + what;
  return text;
}

}  // namespace

namespace {

/// Of an event that needs no words of its own: the name it is stored by.
template <class E>
std::string plain_kind(const E&) {
  std::string text(fields_in<E>.kind);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

}  // namespace

std::string describe(const Event& event) {
  return match(
      event,
      [](const RunStarted& e) {
        return match(
            e.plan,
            [](const std::shared_ptr<const verify::Plan>& plan) {
              return "verify run started: " + std::to_string(plan->manifest.commands.size()) +
                     " commands in " + plan->cwd + ", " + std::to_string(plan->jobs) +
                     " at a time, manifest " + plan->manifest_digest.hex().substr(0, 12);
            },
            [](const std::shared_ptr<const agent::Plan>& plan) {
              return "agent run started: " + plan->order.role + " in " + plan->cwd +
                     ", prompt of " + std::to_string(plan->order.prompt.size()) + " bytes";
            },
            [](const std::shared_ptr<const goals::Plan>& plan) {
              return "goals run started: phase " + plan->phase + ", " +
                     std::to_string(plan->tasks.size()) + " tasks, " +
                     std::to_string(plan->checks->size()) + " checks";
            },
            [](const std::shared_ptr<const loop::Plan>& plan) {
              return "loop run started: " + plan->spec + ", " + std::to_string(plan->tasks.size()) +
                     " tasks, layers " + std::string(loop::layer_profile);
            },
            [](const std::shared_ptr<const pipeline::Plan>& plan) {
              return "pipeline run started: " + plan->definition.name + " for " + plan->slug;
            });
      },
      [](const RunResumed&) { return std::string("taken over by a new coordinator"); },
      [](const TreeObserved& e) {
        std::string text =
            "workspace digest " + (e.digest.empty() ? "could not be read" : e.digest.substr(0, 12));
        if (!e.changed.empty()) text += "; " + std::to_string(e.changed.size()) + " files changed";
        if (!e.commits.empty()) text += "; " + std::to_string(e.commits.size()) + " commits made";
        return text;
      },
      [](const SpendingReported& e) {
        return "other runs of today: " + std::to_string(e.others_today.launches) + " launches, " +
               std::to_string(e.others_today.tokens) + " tokens";
      },
      [](const WorkspaceInspected& e) {
        return "workspace inspected: " + std::to_string(e.results.size()) + " checks";
      },
      [](const WorkInspected& e) { return describe_sight(e.sight); },
      [](const WorkDone& e) {
        using Status = work::WorkResult::Status;
        const char* word = e.result.status == Status::done       ? "done"
                           : e.result.status == Status::conflict ? "conflict"
                                                                 : "failed";
        return word + (e.result.detail.empty() ? "" : ": " + e.result.detail);
      },
      [](const OutputsRead& e) {
        std::string text = std::to_string(e.outputs.artifacts.size()) + " files looked for";
        for (const pipeline::Artifact& artifact : e.outputs.artifacts) {
          if (!artifact.exists) text += "; " + artifact.path + " is missing";
          if (!artifact.problems.empty()) text += "; " + artifact.problems.front();
        }
        return text;
      },
      [](const RowsRecorded& e) {
        return std::to_string(e.checks.size()) + " checks and " +
               std::to_string(e.telemetry.size()) + " dispatches recorded";
      },
      [](const RowsCounted& e) {
        std::string text = "the ledger answers";
        for (const auto& number : e.numbers) text += number ? " " + std::to_string(*number) : " ?";
        return text;
      },
      [](const ApprovalGiven& e) { return e.gate_id + ": " + e.option + ", said by " + e.by; },
      [](const EvidenceRecalled& e) {
        std::string text = "earlier runs know " + std::to_string(e.results.size()) +
                           (e.results.size() == 1 ? " command" : " commands") + " on this tree";
        if (!e.results.empty())
          text += ": " + e.results.front().run_id + ", attempt " +
                  std::to_string(e.results.front().attempt);
        return text;
      },
      [](const GoalsPlanned& e) {
        if (!e.plan) return "the goals cannot be checked: " + e.problem;
        return "goals of phase " + e.plan->phase + ": " + std::to_string(e.plan->tasks.size()) +
               " tasks, " + std::to_string(e.plan->checks->size()) + " checks";
      },
      [](const Woken&) { return std::string("the time that was waited for has come"); },
      [](const AttemptEnded& e) { return describe_end(e); },
      [](const WorldIdle&) { return std::string("nothing is running any more"); },
      [](const DrainReported& e) {
        return "the outside holds " + std::to_string(e.alive) + " attempts";
      },
      [](const CancelRequested& e) { return "stop asked by " + e.by; },
      [](const RunParked& e) {
        return "parked " +
               (e.until ? "until " + assay::to_text(*e.until) : std::string("until resumed"));
      },
      [](const RunConcluded& e) { return "concluded: " + std::string(to_text(e.outcome)); },
      [](const auto& e) { return plain_kind(e); });
}

std::string explain(const Machine& after, const Event& event, const Effects& effects) {
  return match(
      after.state, [](std::monostate) { return std::string(); },
      [&](const verify::State& state) { return verify::explain(state, event, effects); },
      [&](const agent::State& state) { return agent::explain(state, event, effects); },
      [&](const goals::State& state) { return goals::explain(state, event, effects); },
      [&](const loop::State& state) { return loop::explain(state, event, effects); },
      [&](const pipeline::State& state) { return pipeline::explain(state, event, effects); });
}

bool is_weighty(const Event& event) {
  return match(
      event, [](const RunStarted&) { return true; }, [](const RunResumed&) { return true; },
      [](const TreeObserved& e) { return e.digest.empty(); },
      [](const WorkInspected& e) { return !e.sight.problem.empty() || !e.sight.tampering.empty(); },
      [](const WorkDone& e) { return e.result.status != work::WorkResult::Status::done; },
      [](const ApprovalGiven&) { return true; },
      [](const EvidenceRecalled& e) { return !e.results.empty(); },
      [](const GoalsPlanned& e) { return e.plan == nullptr; },
      [](const AttemptEnded& e) {
        return e.evidence.exit.kind != ExitKind::exited || e.evidence.exit.code != 0;
      },
      [](const DrainReported& e) { return e.alive > 0; },
      [](const CancelRequested&) { return true; }, [](const RunParked&) { return true; },
      [](const RunConcluded&) { return true; }, [](const auto&) { return false; });
}

std::string subject(const Machine& machine, const Event& event) {
  if (const auto* ended = std::get_if<AttemptEnded>(&event)) return ended->name;
  const auto* tree = std::get_if<TreeObserved>(&event);
  if (tree == nullptr) return "";
  return match(
      machine.state, [](std::monostate) { return std::string(); },
      [&](const verify::State& state) {
        const auto& commands = state.plan->manifest.commands;
        return tree->key.unit < commands.size() ? commands[tree->key.unit].id : std::string();
      },
      [](const agent::State& state) { return state.plan->order.role; },
      [](const goals::State&) { return std::string(); },
      [](const loop::State&) { return std::string(); },
      [](const pipeline::State&) { return std::string(); });
}

bool concerns(const std::string& wanted, const std::string& subject, const Effects& effects) {
  // What belongs to task 1.2 is called 1.2-executor, 1.2-verify-7 and so on.
  const auto fits = [&](const std::string& name) {
    return name == wanted || name.starts_with(wanted + "-");
  };
  if (fits(subject)) return true;
  for (const Effect& effect : effects) {
    const auto* start = std::get_if<StartAttempt>(&effect);
    const auto* observe = std::get_if<ObserveTree>(&effect);
    const auto* look = std::get_if<InspectWork>(&effect);
    if (start != nullptr && fits(start->launch.name)) return true;
    if (observe != nullptr && fits(observe->name)) return true;
    if (look != nullptr && fits(look->name)) return true;
  }
  return false;
}

}  // namespace assay::core
