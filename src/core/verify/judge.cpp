// SPDX-License-Identifier: MIT
#include "core/verify/judge.h"

namespace assay::core::verify {

namespace {

constexpr int sigterm = 15;

/// The status a process shows when assay ended it: never 0, even if it left politely.
int ended_by_us(const Exit& exit) {
  if (exit.signal != 0) return 128 + exit.signal;
  return exit.code > 0 ? exit.code : 128 + sigterm;
}

Judgement judge_exit(const Evidence& evidence) {
  if (evidence.exit.code == 0) return {Status::pass, Reason::none, 0, Retry::never};
  if (!evidence.reading.missing.empty())
    return {Status::error, Reason::program_missing, evidence.exit.code, Retry::never};
  const bool transient = !evidence.reading.transient.empty();
  return {Status::fail, Reason::none, evidence.exit.code,
          transient ? Retry::transient : Retry::never};
}

std::string lost_failure(const Tally& tally) {
  return "the output shows " + std::to_string(tally.failed) + " failed" +
         (tally.source.empty() ? "" : " (" + tally.source + ")") + ", but the exit status is 0";
}

/// The count of a test gate.
std::string count_problem(const CommandSpec& spec, const Tally& tally) {
  if (spec.allow_zero_tests) return "";
  if (!tally.known()) {
    return tally.hint.empty()
               ? "the number of tests that ran is unknown: no runner's summary in the output"
               : "the number of tests that ran is unknown: " + tally.hint;
  }
  if (tally.executed > 0) return "";
  if (tally.skipped > 0)
    return "no test ran: all " + std::to_string(tally.skipped) + " were skipped";
  return tally.hint.empty() ? "no test ran" : "no test ran: " + tally.hint;
}

/// What makes a green unbelievable: a failure that the exit status lost, sources that contradict
/// each other, output that nobody could read whole.
Effectiveness belief(const CommandSpec& spec, const Evidence& evidence) {
  const Tally& tally = evidence.reading.tally;
  // Lost, whatever kind of gate it is: like `|| true`, only further inside.
  if (tally.failed > 0) return {Reason::masked, lost_failure(tally)};
  if (spec.gate_type != GateType::test) return {};
  if (!tally.doubt.empty()) return {Reason::ineffective, tally.doubt};
  const bool reported = spec.extras && !spec.extras->report.empty();
  if (evidence.output.truncated() && !reported && !spec.allow_zero_tests) {
    return {Reason::ineffective,
            "the output is too long to be kept: " +
                std::to_string(evidence.output.bytes - evidence.output.stored) +
                " bytes of its middle were not read, so a failure there would not be seen; set "
                "`report:`"};
  }
  return {};
}

/// A gate that did not pass said no; its count is told, and nothing is asked of it.
std::string count_of_failure(const CommandSpec& spec, const Tally& tally) {
  if (spec.gate_type != GateType::test || tally.executed > 0 || spec.allow_zero_tests) return "";
  return tally.known() ? "it did not pass, and no test ran"
                       : "it did not pass, and how many tests ran is not known";
}

}  // namespace

Judgement judge(const Evidence& evidence) {
  const Exit& exit = evidence.exit;
  switch (exit.kind) {
    case ExitKind::exited: return judge_exit(evidence);
    case ExitKind::signaled:
      return {Status::fail, Reason::signaled, 128 + exit.signal, Retry::transient};
    case ExitKind::timed_out:
      return {Status::error, Reason::timeout, ended_by_us(exit), Retry::transient};
    case ExitKind::cancelled:
      return {Status::error, Reason::cancelled, ended_by_us(exit), Retry::never};
    case ExitKind::stalled:
    case ExitKind::held:
    case ExitKind::limited: return {Status::error, Reason::limit, ended_by_us(exit), Retry::never};
    case ExitKind::spawn_failed:
      return {Status::error, Reason::spawn_failed, -1, Retry::infrastructure};
    case ExitKind::unrecorded:
      return {Status::error, Reason::unrecorded, -1, Retry::infrastructure};
    case ExitKind::lost: return {Status::error, Reason::lost, -1, Retry::infrastructure};
  }
  return {};
}

Effectiveness effectiveness_of_text(const CommandLint* lint) {
  if (lint == nullptr) return {};
  for (const LintFinding& finding : lint->findings) {
    if (finding.rule == LintRule::masked || finding.rule == LintRule::constant) {
      return {Reason::masked, finding.why};
    }
  }
  return {};
}

/// A failure that happened, while the exit status says that all is well.
Effectiveness effectiveness_of_run(const Evidence& evidence) {
  const bool passed = evidence.exit.kind == ExitKind::exited && evidence.exit.code == 0;
  if (!passed) return {};
  if (!evidence.lost.empty()) {
    const LostFailure& lost = evidence.lost.front();
    std::string why = "`" + lost.command + "` failed with status " + std::to_string(lost.status);
    if (!lost.place.empty()) why += " in " + lost.place;
    return {Reason::masked,
            why +
                ", and the exit status is 0: stop at it (`&&`, `set -e`), or make the command "
                "`required: false`"};
  }
  if (!evidence.reading.swallowed.empty()) return {Reason::masked, evidence.reading.swallowed};
  return {};
}

Effectiveness effectiveness(const CommandSpec& spec, const CommandLint* lint,
                            const Evidence& evidence, Rules rules) {
  if (Effectiveness text = effectiveness_of_text(lint); !text.proved()) return text;
  if (Effectiveness run = effectiveness_of_run(evidence); !run.proved()) return run;
  const Reading& reading = evidence.reading;
  const bool passed = evidence.exit.kind == ExitKind::exited && evidence.exit.code == 0;
  if (!passed && rules >= Rules::v0_2) {
    std::string why = count_of_failure(spec, reading.tally);
    return {why.empty() ? Reason::none : Reason::ineffective, std::move(why)};
  }
  if (passed && rules >= Rules::v0_2) {
    if (Effectiveness doubt = belief(spec, evidence); !doubt.proved()) return doubt;
  }
  const bool must_be_fresh = spec.must_be_effective || spec.gate_type == GateType::test;
  if (must_be_fresh && (reading.tally.cached || !reading.cache_marker.empty())) {
    const std::string& marker = reading.cache_marker;
    return {Reason::ineffective, "nothing ran now: results came from a cache" +
                                     (marker.empty() ? std::string() : " (" + marker + ")")};
  }
  if (spec.gate_type != GateType::test) return {};
  if (passed && reading.tally.failed > 0) {
    return {Reason::ineffective, "the output shows " + std::to_string(reading.tally.failed) +
                                     " failed, but the exit status is 0"};
  }
  if (std::string problem = count_problem(spec, reading.tally); !problem.empty()) {
    return {Reason::ineffective, std::move(problem)};
  }
  return {};
}

}  // namespace assay::core::verify
