// SPDX-License-Identifier: MIT
// The events of a run with the names they are stored by. The instant is kept beside the body.
#pragma once

#include "core/agent/records.h"
#include "core/ask/event.h"
#include "core/config_records.h"
#include "core/evidence/records.h"
#include "core/goals/records.h"
#include "core/loop/records.h"
#include "core/pipeline/records.h"
#include "core/verify/records.h"

namespace assay::core {

constexpr auto fields_of(Of<RunStarted>) {
  using E = RunStarted;
  return named_record<E>(
      "run_started",
      "The first event of every run. `rules`: those of the release that started it decide it for "
      "ever; none: those of release 0.1. `isolation`: what it asks for its attempts. "
      "`executor`: where they run. The plan stands under the name of its machine",
      absent(&E::at), field("run_id", &E::run_id, required),
      unless([](const E&) { return Rules::v0_1; }, "rules", &E::rules),
      field("isolation", &E::isolation), field("executor", &E::executor),
      one_of("a run has exactly one plan", &E::plan, "verify", "agent", "goals", "loop",
             "pipeline"));
}

constexpr auto fields_of(Of<RunResumed>) {
  return named_record<RunResumed>(
      "run_resumed",
      "A coordinator took the run over from one that died. `attached`: attempts that outlived it "
      "and go on",
      absent(&RunResumed::at), field("attached", &RunResumed::attached));
}

constexpr auto fields_of(Of<TreeObserved>) {
  using E = TreeObserved;
  return named_record<E>(
      "tree_observed",
      "The workspace when the attempt, or the run itself, asked for it; no digest: it could not be "
      "read. "
      "`tree` is what git would call it, `created` what was not there before, `touched` what was "
      "written with the bytes it had",
      absent(&E::at), flat(&E::key), field("digest", &E::digest), field("head", &E::head),
      field("changed", &E::changed), field("commits", &E::commits), field("tree", &E::tree),
      field("created", &E::created), field("created_more", &E::created_more),
      field("by_bytes", &E::by_bytes), field("problem", &E::problem), field("inputs", &E::inputs),
      field("touched", &E::touched), field("touched_more", &E::touched_more),
      field("linked", &E::linked), field("stamps", &E::stamps), field("own", &E::own),
      field("protected_changed", &E::protected_changed));
}

constexpr auto fields_of(Of<Recalled>) {
  using R = Recalled;
  return record<R>(field("unit", &R::unit, required), field("run_id", &R::run_id, required),
                   field("attempt", &R::attempt, required),
                   field("tests_executed", &R::tests_executed),
                   field("tally_source", &R::tally_source), field("duration_ms", &R::duration_ms));
}

constexpr auto fields_of(Of<EvidenceRecalled>) {
  using E = EvidenceRecalled;
  return named_record<E>("evidence_recalled",
                         "Results of earlier runs on the same tree that stand for commands of this "
                         "one, each with the run and the attempt it comes from",
                         absent(&E::at), flat(&E::key), field("results", &E::results));
}

constexpr auto fields_of(Of<SpendingReported>) {
  using E = SpendingReported;
  return named_record<E>("spending_reported",
                         "What the other runs of this day have spent or reserved", absent(&E::at),
                         flat(&E::key), flat(&E::others_today));
}

constexpr auto fields_of(Of<WorkspaceInspected>) {
  using E = WorkspaceInspected;
  return named_record<E>("workspace_inspected", "One result per check of a goals run, in order",
                         absent(&E::at), field("results", &E::results, required));
}

constexpr auto fields_of(Of<WorkInspected>) {
  using E = WorkInspected;
  return named_record<E>("work_inspected", "A working tree, against an earlier one", absent(&E::at),
                         flat(&E::key), flat(&E::sight));
}

constexpr auto fields_of(Of<WorkDone>) {
  using E = WorkDone;
  return named_record<E>("work_done",
                         "What came of a change that assay made to the repository or the spec",
                         absent(&E::at), flat(&E::key), flat(&E::result));
}

constexpr auto fields_of(Of<OutputsRead>) {
  using E = OutputsRead;
  return named_record<E>("outputs_read", "The files that agents of a pipeline were to write",
                         absent(&E::at), flat(&E::key), flat(&E::outputs));
}

constexpr auto fields_of(Of<RowsRecorded>) {
  using E = RowsRecorded;
  return named_record<E>("rows_recorded",
                         "Rows that went into the tables of the ledger, in runs of release 0.1; "
                         "later they follow from other events",
                         absent(&E::at), flat(&E::key), field("checks", &E::checks),
                         field("telemetry", &E::telemetry));
}

constexpr auto fields_of(Of<RowsCounted>) {
  using E = RowsCounted;
  return named_record<E>("rows_counted",
                         "One number per question of a gate; null: it could not be answered",
                         absent(&E::at), flat(&E::key), field("numbers", &E::numbers, required));
}

constexpr auto fields_of(Of<ApprovalGiven>) {
  using E = ApprovalGiven;
  return named_record<E>("approval_given", "What a person answered at a gate", absent(&E::at),
                         flat(&E::key), field("gate", &E::gate_id, required),
                         field("option", &E::option, required), field("comment", &E::comment),
                         field("by", &E::by));
}

constexpr auto fields_of(Of<Woken>) {
  return named_record<Woken>("woken", "The time that was waited for has come", absent(&Woken::at),
                             flat(&Woken::key));
}

constexpr auto fields_of(Of<AttemptEnded>) {
  using E = AttemptEnded;
  return named_record<E>("attempt_ended",
                         "How one attempt ended, and what was read from its output", absent(&E::at),
                         flat(&E::key), field("name", &E::name, required), flat(&E::evidence));
}

constexpr auto fields_of(Of<WorldIdle>) {
  return named_record<WorldIdle>("world_idle",
                                 "Nothing is in flight, although something was expected",
                                 absent(&WorldIdle::at));
}

constexpr auto fields_of(Of<DrainReported>) {
  using E = DrainReported;
  return named_record<E>("drain_reported", "How many attempts the outside still holds",
                         absent(&E::at), field("alive", &E::alive, required));
}

constexpr auto fields_of(Of<CancelRequested>) {
  using E = CancelRequested;
  return named_record<E>("cancel_requested", "Somebody wants the run to stop", absent(&E::at),
                         field("by", &E::by), field("for_good", &E::for_good));
}

constexpr auto fields_of(Of<RunParked>) {
  using E = RunParked;
  return named_record<E>("run_parked",
                         "The coordinator went away and the run waits; none: until any time",
                         absent(&E::at), field("until", &E::until), field("reason", &E::reason));
}

constexpr auto fields_of(Of<RunConcluded>) {
  using E = RunConcluded;
  return named_record<E>(
      "run_concluded", "The verdict, with the digest over all decisions before it", absent(&E::at),
      field("outcome", &E::outcome, required), field("trace", &E::trace));
}

}  // namespace assay::core
