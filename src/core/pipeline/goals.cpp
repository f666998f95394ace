// SPDX-License-Identifier: MIT
// The goals of a phase.
#include "base/ensure.h"
#include "core/pipeline/turn.h"

namespace assay::core::pipeline {

namespace {

constexpr Millis goals_time = std::chrono::hours{2};

}  // namespace

/// The goals of the phase are checked by assay itself, as a command of this run.
void Turn::check_goals() {
  if (is_new(s_) && s_.phase != Phase::judging_goals) return look_before_checks();
  s_.phase = Phase::judging_goals;
  if (stops()) return;
  s_.key = new_key(static_cast<std::uint32_t>(round_of(s_)));
  Launch launch;
  launch.key = s_.key;
  launch.name = "goals-" + std::to_string(s_.key.unit);
  launch.cwd = s_.plan->workspace;
  launch.timeout = goals_time;
  launch.with_credentials = true;
  launch.purpose = Purpose::assay;
  launch.env = {{"ASSAY_STATE_DIR", s_.plan->state_dir}};
  launch.command = shell_quoted(s_.plan->program) + " -C " + shell_quoted(s_.plan->workspace) +
                   " goals check --allow-missing-summaries --round " +
                   std::to_string(round_of(s_)) + " " +
                   shell_quoted(feature_path(s_, step().phase));
  ask(StartAttempt{std::move(launch)}, &Turn::goals_over);
}

void Turn::goals_over(const AttemptEnded& e) {
  ENSURE(s_.phase == Phase::judging_goals);
  if (s_.cancelled) return park();
  const bool exited = e.evidence.exit.kind == ExitKind::exited;
  s_.goals_status = exited ? e.evidence.exit.code : 3;
  s_.next_feedback.clear();
  for (const std::string& line : e.evidence.reading.excerpt) s_.next_feedback += line + "\n";
  look_at_verified();
}

}  // namespace assay::core::pipeline
