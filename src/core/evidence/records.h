// SPDX-License-Identifier: MIT
// The words and fields of evidence, as they are stored.
#pragma once

#include "base/record.h"
#include "core/evidence/attempt.h"
#include "core/evidence/lint.h"
#include "core/evidence/pull_request.h"
#include "core/evidence/tree.h"
#include "core/run/attempt_key.h"

namespace assay::core {

constexpr auto words_of(Of<ExitKind>) {
  return words<ExitKind>({{ExitKind::exited, "exited"},
                          {ExitKind::signaled, "signaled"},
                          {ExitKind::timed_out, "timed_out"},
                          {ExitKind::cancelled, "cancelled"},
                          {ExitKind::limited, "limited"},
                          {ExitKind::spawn_failed, "spawn_failed"},
                          {ExitKind::lost, "lost"},
                          {ExitKind::unrecorded, "unrecorded"},
                          {ExitKind::stalled, "stalled"},
                          {ExitKind::held, "held"}});
}

constexpr auto fields_of(Of<ByProduct>) {
  return record<ByProduct>(field("path", &ByProduct::path, required),
                           field("digest", &ByProduct::digest, required));
}

constexpr auto fields_of(Of<AttemptKey>) {
  return record<AttemptKey>(field("unit", &AttemptKey::unit, required),
                            field("attempt", &AttemptKey::attempt, required));
}

constexpr auto fields_of(Of<Exit>) {
  // How it ended is always written: nothing left out may ever read as a success.
  return record<Exit>(field("exit", &Exit::kind, required), field("code", &Exit::code),
                      field("signal", &Exit::signal), field("detail", &Exit::detail));
}

constexpr auto fields_of(Of<Captured>) {
  // Stored in full is the rule; then the log is the stream.
  return record<Captured>(
      field("log_path", &Captured::log_path), field("bytes", &Captured::bytes),
      unless([](const Captured& made) { return made.bytes; }, "stored", &Captured::stored),
      field("stream", &Captured::stream),
      unless([](const Captured& made) { return made.stream; }, "log", &Captured::log));
}

constexpr auto fields_of(Of<Usage>) {
  return record<Usage>(field("user", &Usage::user), field("system", &Usage::system),
                       field("max_rss_kib", &Usage::max_rss_kib));
}

constexpr auto fields_of(Of<Orphan>) {
  return record<Orphan>(field("pid", &Orphan::pid, always), field("name", &Orphan::name));
}

constexpr auto fields_of(Of<LostFailure>) {
  return record<LostFailure>(field("command", &LostFailure::command),
                             field("status", &LostFailure::status, always),
                             field("place", &LostFailure::place));
}

constexpr auto fields_of(Of<Tally>) {
  return record<Tally>(field("executed", &Tally::executed), field("failed", &Tally::failed),
                       field("skipped", &Tally::skipped), field("cached", &Tally::cached),
                       field("source", &Tally::source), field("hint", &Tally::hint),
                       field("doubt", &Tally::doubt));
}

constexpr auto words_of(Of<TestOutcome>) {
  return words<TestOutcome>({{TestOutcome::passed, "passed"},
                             {TestOutcome::failed, "failed"},
                             {TestOutcome::error, "error"},
                             {TestOutcome::skipped, "skipped"},
                             {TestOutcome::excused, "excused"}});
}

constexpr auto fields_of(Of<TestsNamed>) {
  using Named = TestsNamed;
  return record<Named>(field("path", &Named::path, required),
                       field("digest", &Named::digest, required), field("passed", &Named::passed),
                       field("failed", &Named::failed), field("errors", &Named::errors),
                       field("not_run", &Named::not_run), field("more", &Named::more),
                       field("counted", &Named::counted), field("by_report", &Named::by_report));
}

constexpr auto fields_of(Of<Reading>) {
  return record<Reading>(
      field("tally", &Reading::tally), field("passed_tests", &Reading::passed_tests),
      field("failed_tests", &Reading::failed_tests), field("tests", &Reading::tests),
      field("cache_marker", &Reading::cache_marker), field("transient", &Reading::transient),
      field("missing", &Reading::missing), field("swallowed", &Reading::swallowed),
      field("excerpt", &Reading::excerpt), field("says_complete", &Reading::says_complete),
      field("saying", &Reading::saying), field("pull_request", &Reading::pull_request),
      field("judgement", &Reading::judgement));
}

constexpr auto fields_of(Of<Placed>) {
  return record<Placed>(field("job", &Placed::job, required), field("node", &Placed::node),
                        field("queued", &Placed::queued), field("tree", &Placed::tree));
}

constexpr auto fields_of(Of<Evidence>) {
  return record<Evidence>(flat(&Evidence::exit), field("started", &Evidence::started),
                          field("duration", &Evidence::duration),
                          field("output", &Evidence::output), flat(&Evidence::usage),
                          field("orphans", &Evidence::orphans), field("lost", &Evidence::lost),
                          flat(&Evidence::reading), field("transcript", &Evidence::transcript),
                          field("placed", &Evidence::placed));
}

constexpr auto fields_of(Of<LintFinding>) {
  return record<LintFinding>(
      field("rule", &LintFinding::rule, required), field("offset", &LintFinding::offset),
      field("excerpt", &LintFinding::excerpt), field("why", &LintFinding::why));
}

constexpr auto fields_of(Of<CommandLint>) {
  return record<CommandLint>(field("contains_pipeline", &CommandLint::contains_pipeline),
                             field("findings", &CommandLint::findings));
}

constexpr auto fields_of(Of<PullRequestIssue>) {
  using Issue = PullRequestIssue;
  return record<Issue>(field("key", &Issue::key), field("title", &Issue::title),
                       field("text", &Issue::text), field("file", &Issue::file));
}

constexpr auto fields_of(Of<PullRequestSight>) {
  using Sight = PullRequestSight;
  return record<Sight>(field("url", &Sight::url), field("passed", &Sight::passed),
                       field("pending", &Sight::pending), field("issues", &Sight::issues),
                       field("log", &Sight::log), field("problem", &Sight::problem));
}

}  // namespace assay::core
