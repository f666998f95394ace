// SPDX-License-Identifier: MIT
#include "core/agent/fuse.h"

#include "base/ensure.h"

#include <algorithm>

namespace assay::core::agent {

namespace {

ExitKind kind(const Facts& f) { return f.evidence.exit.kind; }
bool ended_by_itself(const Facts& f) {
  return kind(f) == ExitKind::exited || kind(f) == ExitKind::signaled;
}

bool is_for_later(Trouble trouble) {
  return trouble == Trouble::quota || trouble == Trouble::overload;
}

bool has_last_word(Dialect dialect) { return row_of(dialect).prints_events; }

bool is_unchanged(const Facts& f) { return f.changed && !*f.changed; }

/// An empty line is no answer.
bool is_silent(const Facts& f) {
  return f.transcript.final_text.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// Journals of release 0.1 have transcripts that were read by other rules, and keep their outcomes.
bool is_read_now(const Facts& f) { return f.transcript.edition >= 2; }

/// A text agent that ended well and answered: what its stderr speaks of on the way is its work.
bool is_chatter(const Facts& f) {
  return is_read_now(f) && !has_last_word(f.dialect) && kind(f) == ExitKind::exited &&
         f.evidence.exit.code == 0 && !is_silent(f);
}

/// A trouble spoils the attempt unless the stream goes on to end well.
bool is_spoiled(const Facts& f) {
  return f.transcript.ending != Ending::success && f.transcript.trouble != Trouble::none &&
         !is_chatter(f);
}

/// What went wrong, in the CLI's words. A note on the way is no reason for anything.
std::string last_error(const Facts& f) {
  if (is_read_now(f)) return f.transcript.cause.empty() ? "" : ": " + f.transcript.cause;
  return f.transcript.errors.empty() ? "" : ": " + f.transcript.errors.back();
}

std::string way_out(const Facts& f) {
  return f.transcript.remedy.empty() ? "" : " (" + f.transcript.remedy + ")";
}

/// Not a turn, not a token, not a word: whatever it waited for, it was not the work.
bool is_unanswered(const Facts& f) {
  const Transcript& said = f.transcript;
  return is_read_now(f) && has_last_word(f.dialect) && said.turns == 0 && said.tokens.total == 0 &&
         said.tool_calls == 0 && is_silent(f);
}

std::string exit_text(const Facts& f) {
  const Exit& exit = f.evidence.exit;
  if (exit.kind == ExitKind::signaled) return "killed by signal " + std::to_string(exit.signal);
  return "exit " + std::to_string(exit.code);
}

std::string detail(const Facts& f) { return f.evidence.exit.detail; }

constexpr Rule table[] = {
    {"cancelled", [](const Facts& f) { return kind(f) == ExitKind::cancelled; }, Outcome::cancelled,
     [](const Facts&) { return std::string("ended because the run was cancelled"); }},
    {"program missing",
     [](const Facts& f) {
       return kind(f) == ExitKind::spawn_failed && !f.transcript.remedy.empty();
     },
     Outcome::unavailable,
     [](const Facts& f) { return "could not be started: " + detail(f) + way_out(f); }},
    {"not started", [](const Facts& f) { return kind(f) == ExitKind::spawn_failed; },
     Outcome::failed, [](const Facts& f) { return "could not be started: " + detail(f); }},
    {"lost", [](const Facts& f) { return kind(f) == ExitKind::lost; }, Outcome::protocol_error,
     [](const Facts& f) { return "lost: " + detail(f); }},
    {"not recorded", [](const Facts& f) { return kind(f) == ExitKind::unrecorded; },
     Outcome::protocol_error,
     [](const Facts& f) { return "its output could not be stored: " + detail(f); }},
    {"quota reached",
     [](const Facts& f) {
       return f.transcript.limit_reached && f.transcript.ending != Ending::success &&
              !is_chatter(f);
     },
     Outcome::unavailable,
     [](const Facts& f) { return "quota or rate limit reached" + last_error(f); }},
    {"not logged in",
     [](const Facts& f) {
       return is_read_now(f) && is_spoiled(f) && f.transcript.trouble == Trouble::auth;
     },
     Outcome::unavailable,
     [](const Facts& f) {
       return "its credentials were not accepted" + last_error(f) + way_out(f);
     }},
    {"model not found",
     [](const Facts& f) { return is_spoiled(f) && f.transcript.trouble == Trouble::model; },
     Outcome::unavailable,
     [](const Facts& f) {
       return "its service does not know the model" + last_error(f) + way_out(f);
     }},
    {"overloaded until ended",
     [](const Facts& f) {
       return !ended_by_itself(f) && kind(f) != ExitKind::held && is_spoiled(f) &&
              is_for_later(f.transcript.trouble);
     },
     Outcome::unavailable,
     [](const Facts& f) {
       return "its model could not be reached; ended after " +
              std::to_string(f.transcript.retries) + " retries" + last_error(f);
     }},
    {"model does not answer",
     [](const Facts& f) {
       return (kind(f) == ExitKind::stalled || kind(f) == ExitKind::timed_out) && is_unanswered(f);
     },
     Outcome::unavailable,
     [](const Facts& f) {
       return "its model did not answer: not a turn and not a token in " +
              to_human(f.evidence.duration) + (is_spoiled(f) ? last_error(f) : "");
     }},
    {"timed out", [](const Facts& f) { return kind(f) == ExitKind::timed_out; }, Outcome::timed_out,
     [](const Facts&) { return std::string("reached its time limit"); }},
    {"stalled", [](const Facts& f) { return kind(f) == ExitKind::stalled; }, Outcome::stalled,
     [](const Facts& f) {
       return "silent for too long" + (!is_read_now(f) || is_spoiled(f) ? last_error(f) : "");
     }},
    {"over a limit", [](const Facts& f) { return kind(f) == ExitKind::limited; }, Outcome::failed,
     [](const Facts& f) { return detail(f).empty() ? "went over a limit" : detail(f); }},
    {"overloaded",
     [](const Facts& f) { return is_spoiled(f) && is_for_later(f.transcript.trouble); },
     Outcome::unavailable,
     [](const Facts& f) {
       return "its model could not be reached (" + exit_text(f) + ")" + last_error(f);
     }},
    {"refused",
     [](const Facts& f) { return is_spoiled(f) && f.transcript.trouble == Trouble::refused; },
     Outcome::refused,
     [](const Facts& f) {
       // A permission that nobody could give is the CLI's word, not the model's.
       const bool by_cli = is_read_now(f) && !f.transcript.denials.empty();
       return by_cli ? "was denied a tool: " + f.transcript.denials.front()
                     : "the model declined" + last_error(f);
     }},
    {"bad credentials",
     [](const Facts& f) { return is_spoiled(f) && f.transcript.trouble == Trouble::auth; },
     Outcome::failed,
     [](const Facts& f) {
       return "its credentials were not accepted (" + exit_text(f) + ")" + last_error(f);
     }},
    {"garbled answer",
     [](const Facts& f) { return is_spoiled(f) && f.transcript.trouble == Trouble::protocol; },
     Outcome::protocol_error,
     [](const Facts& f) {
       const bool says_so = is_read_now(f) && f.transcript.ending == Ending::failure;
       return (says_so ? "its turn failed" : "what came back was not an answer") + last_error(f);
     }},
    {"says it failed", [](const Facts& f) { return f.transcript.ending == Ending::failure; },
     Outcome::failed,
     [](const Facts& f) {
       return "its last event says it failed" +
              (f.transcript.stop_reason.empty() ? "" : " (" + f.transcript.stop_reason + ")") +
              last_error(f);
     }},
    {"trouble without a last word", [](const Facts& f) { return is_spoiled(f); }, Outcome::failed,
     [](const Facts& f) { return "an error ended it (" + exit_text(f) + ")" + last_error(f); }},
    {"no last word",
     [](const Facts& f) { return f.transcript.ending == Ending::none && has_last_word(f.dialect); },
     Outcome::protocol_error,
     [](const Facts& f) {
       return exit_text(f) + ", but its stream ends without a terminal event" +
              (is_read_now(f) ? last_error(f) : "");
     }},
    {"text agent failed",
     [](const Facts& f) {
       return !has_last_word(f.dialect) &&
              (kind(f) != ExitKind::exited || f.evidence.exit.code != 0);
     },
     Outcome::failed,
     [](const Facts& f) { return exit_text(f) + (is_read_now(f) ? last_error(f) : ""); }},
    {"tool denied", [](const Facts& f) { return !f.transcript.denials.empty(); }, Outcome::refused,
     [](const Facts& f) {
       return "says it succeeded, but was denied a tool: " + f.transcript.denials.front();
     }},
    {"nothing spent, nothing changed",
     [](const Facts& f) {
       return f.transcript.tokens_told && f.transcript.tokens.total == 0 && is_unchanged(f);
     },
     Outcome::failed,
     [](const Facts& f) { return exit_text(f) + ", but no token was used and nothing changed"; }},
    {"empty answer", [](const Facts& f) { return is_silent(f) && f.changed != true; },
     Outcome::failed,
     [](const Facts& f) { return exit_text(f) + ", but it said nothing and changed nothing"; }},
    {"done without doing",
     [](const Facts& f) { return f.evidence.reading.says_complete && is_unchanged(f); },
     Outcome::failed,
     [](const Facts&) { return std::string("says TASK_COMPLETE, but no file has changed"); }},
    {"held open", [](const Facts& f) { return kind(f) == ExitKind::held; }, Outcome::completed,
     [](const Facts&) { return std::string("said it succeeded, then did not end and was ended"); }},
    {"success with a bad exit status",
     [](const Facts& f) { return kind(f) == ExitKind::signaled || f.evidence.exit.code != 0; },
     Outcome::completed,
     [](const Facts& f) { return "its last event says it succeeded, although " + exit_text(f); }},
    {"completed", [](const Facts&) { return true; }, Outcome::completed,
     [](const Facts&) { return std::string("ended by itself"); }},
};

}  // namespace

const Transcript& transcript_of(const Evidence& evidence) {
  static const Transcript none;
  return evidence.transcript ? *evidence.transcript : none;
}

std::optional<Instant> available_again(const Evidence& evidence) {
  const Transcript& said = transcript_of(evidence);
  if (said.resets_at || !said.retry_after) return said.resets_at;
  return evidence.started + evidence.duration + *said.retry_after;
}

std::span<const Rule> rules() { return table; }

Fused fuse(const Facts& facts) {
  const auto* row = std::find_if(std::begin(table), std::end(table),
                                 [&](const Rule& rule) { return rule.applies(facts); });
  ENSURE(row != std::end(table));
  return {row->outcome, row->name, row->reason(facts)};
}

}  // namespace assay::core::agent
