// SPDX-License-Identifier: MIT
// Every known way in which an agent's word, its exit status and its work have been seen to
// disagree, and what is made of it.
#include "core/agent/fuse.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <vector>

namespace {

using namespace assay;
using namespace assay::core;
using namespace assay::core::agent;

/// An honest success of an agent that prints events; each row spoils something.
struct Case {
  Evidence evidence;
  Transcript said;
  Dialect dialect = Dialect::claude;
  std::optional<bool> changed = true;

  Case() {
    evidence.exit = {ExitKind::exited, 0, 0, ""};
    said.ending = Ending::success;
    said.final_text = "I have added the parser.";
    said.tokens_told = true;
    said.tokens.total = 1'200;
  }

  Fused fused() const { return fuse({evidence, said, dialect, changed}); }
  void exit(int code) { evidence.exit = {ExitKind::exited, code, 0, ""}; }
  void ended(ExitKind kind, std::string detail = "") {
    evidence.exit = {kind, 143, 15, std::move(detail)};
  }
  /// As it is read by this release.
  void now() { said.edition = transcript_edition; }
  void unanswered() {
    said = {};
    now();
  }
  void cut() { said.ending = Ending::none; }
  void fails(Trouble trouble, std::string error) {
    said.ending = Ending::failure;
    breaks(trouble, std::move(error));
  }
  void breaks(Trouble trouble, std::string error) {
    said.trouble = trouble;
    said.cause = error;
    said.errors.push_back(std::move(error));
  }
  void text() {
    dialect = Dialect::text;
    said.ending = Ending::none;
    said.tokens_told = false;
    said.tokens = {};
  }
};

struct Row {
  const char* name;
  void (*spoil)(Case&);
  Outcome outcome;
  std::string_view rule;
  const char* reason = "";  ///< part of it
};

const std::vector<Row>& liars() {
  static const std::vector<Row> rows = {
      {"an honest success", [](Case&) {}, Outcome::completed, "completed"},
      {"an honest text agent", [](Case& c) { c.text(); }, Outcome::completed, "completed"},

      // What the stream says against the exit status.
      {"an API error reported as success, exit 0",
       [](Case& c) { c.fails(Trouble::other, "API Error: 400 invalid request"); }, Outcome::failed,
       "says it failed", "API Error: 400"},
      {"a success event, then exit 1", [](Case& c) { c.exit(1); }, Outcome::completed,
       "success with a bad exit status", "although exit 1"},
      {"a success event, then killed by somebody", [](Case& c) { c.ended(ExitKind::signaled); },
       Outcome::completed, "success with a bad exit status", "killed by signal 15"},
      {"turn.failed, exit 0",
       [](Case& c) {
         c.dialect = Dialect::codex;
         c.fails(Trouble::other, "stream disconnected");
       },
       Outcome::failed, "says it failed", "stream disconnected"},
      {"exit 0 on a model failure (pi)",
       [](Case& c) {
         c.dialect = Dialect::pi;
         c.fails(Trouble::other, "404 model not found");
         c.said.final_text.clear();
       },
       Outcome::failed, "says it failed", "404 model not found"},
      {"a model that its service does not know",
       [](Case& c) {
         c.dialect = Dialect::claude;
         c.fails(Trouble::model, "404 model: opus-9");
         c.said.remedy = "set `model:` of role dev";
       },
       Outcome::unavailable, "model not found", "404 model: opus-9 (set `model:` of role dev)"},
      {"exit 0 on an overloaded model (pi)",
       [](Case& c) {
         c.dialect = Dialect::pi;
         c.fails(Trouble::overload, "503 overloaded");
       },
       Outcome::unavailable, "overloaded", "503"},
      {"a result `error`, exit 0",
       [](Case& c) {
         c.dialect = Dialect::gemini;
         c.said.ending = Ending::failure;
         c.said.stop_reason = "error";
       },
       Outcome::failed, "says it failed", "(error)"},
      {"its own limit of turns, exit 0",
       [](Case& c) {
         c.fails(Trouble::limit, "maximum number of turns");
         c.said.stop_reason = "error_max_turns";
       },
       Outcome::failed, "says it failed", "error_max_turns"},
      {"exit 145: 401 mod 256",
       [](Case& c) {
         c.dialect = Dialect::gemini;
         c.cut();
         c.exit(145);
         c.breaks(Trouble::auth, "401 Unauthorized");
       },
       Outcome::failed, "bad credentials", "exit 145"},
      {"a login that is missing is for a person, and parks",
       [](Case& c) {
         c.now();
         c.fails(Trouble::auth, "401 Unauthorized");
         c.said.remedy = "run `codex login`";
       },
       Outcome::unavailable, "not logged in", "401 Unauthorized (run `codex login`)"},
      {"a login that is missing, and a CLI that goes on asking until it is ended",
       [](Case& c) {
         c.now();
         c.cut();
         c.ended(ExitKind::timed_out);
         c.breaks(Trouble::auth, "invalid api key");
       },
       Outcome::unavailable, "not logged in", "invalid api key"},
      {"a program that is not installed is for a person, and parks",
       [](Case& c) {
         c.said = {};
         c.said.edition = transcript_edition;
         c.said.remedy = "install it: npm install -g x";
         c.ended(ExitKind::spawn_failed, "x: no such program in PATH");
       },
       Outcome::unavailable, "program missing", "npm install"},
      {"silence without a turn or a token: the model does not answer",
       [](Case& c) {
         c.unanswered();
         c.ended(ExitKind::stalled);
       },
       Outcome::unavailable, "model does not answer", "not a turn and not a token"},
      {"the same until the time limit",
       [](Case& c) {
         c.unanswered();
         c.ended(ExitKind::timed_out);
       },
       Outcome::unavailable, "model does not answer", "did not answer"},
      {"a harmless note is not the reason for that silence",
       [](Case& c) {
         c.unanswered();
         c.said.errors.push_back("Model metadata not found");
         c.ended(ExitKind::stalled);
       },
       Outcome::unavailable, "model does not answer", "in 0.00s"},
      {"silence after some turns is a stall, and a note is not its reason",
       [](Case& c) {
         c.now();
         c.cut();
         c.said.turns = 3;
         c.said.errors.push_back("Model metadata not found");
         c.ended(ExitKind::stalled);
       },
       Outcome::stalled, "stalled", "silent for too long"},
      {"silence of an agent that tells no turns says nothing about its model",
       [](Case& c) {
         c.unanswered();
         c.text();
         c.said.final_text.clear();
         c.ended(ExitKind::stalled);
       },
       Outcome::stalled, "stalled"},
      {"a permission that nobody could give is the CLI's word, not the model's",
       [](Case& c) {
         c.now();
         c.fails(Trouble::refused, "permission rejected");
         c.said.denials.push_back("bash: make");
       },
       Outcome::refused, "refused", "was denied a tool: bash: make"},
      {"a turn that the CLI itself calls failed was an answer",
       [](Case& c) {
         c.now();
         c.dialect = Dialect::codex;
         c.fails(Trouble::protocol, "stream disconnected before completion");
       },
       Outcome::protocol_error, "garbled answer", "its turn failed: stream disconnected"},
      {"exit 55: the last line of stderr says why",
       [](Case& c) {
         c.now();
         c.dialect = Dialect::gemini;
         c.cut();
         c.exit(55);
         c.said.cause = "this folder is not trusted (use --skip-trust)";
       },
       Outcome::protocol_error, "no last word", "use --skip-trust"},
      {"a text agent whose stderr speaks of limits, and which has answered",
       [](Case& c) {
         c.text();
         c.now();
         c.breaks(Trouble::quota, "added a rate limit");
         c.said.limit_reached = true;
       },
       Outcome::completed, "completed"},
      {"exit 145 without a word of explanation",
       [](Case& c) {
         c.dialect = Dialect::gemini;
         c.cut();
         c.exit(145);
       },
       Outcome::protocol_error, "no last word", "exit 145"},
      {"an error item in a good run (codex)",
       [](Case& c) {
         c.dialect = Dialect::codex;
         c.said.errors = {"Reconnecting... 1/5"};
       },
       Outcome::completed, "completed"},
      {"an overload in the middle of a good run",
       [](Case& c) { c.breaks(Trouble::overload, "529 overloaded"); }, Outcome::completed,
       "completed"},
      {"a trouble without a last word, text",
       [](Case& c) {
         c.text();
         c.breaks(Trouble::other, "Traceback");
       },
       Outcome::failed, "trouble without a last word", "Traceback"},
      {"HTML instead of an answer",
       [](Case& c) {
         c.cut();
         c.breaks(Trouble::protocol, "unexpected token <");
       },
       Outcome::protocol_error, "garbled answer", "unexpected token"},
      {"the model declined, exit 0",
       [](Case& c) { c.fails(Trouble::refused, "I cannot help with that"); }, Outcome::refused,
       "refused", "declined"},
      {"SIGTERM that ends with exit 0 and no terminal event", [](Case& c) { c.cut(); },
       Outcome::protocol_error, "no last word", "without a terminal event"},
      {"text agent, exit 1",
       [](Case& c) {
         c.text();
         c.exit(1);
       },
       Outcome::failed, "text agent failed", "exit 1"},
      {"text agent, killed by somebody",
       [](Case& c) {
         c.text();
         c.ended(ExitKind::signaled);
       },
       Outcome::failed, "text agent failed", "signal 15"},

      // What the stream says against what was done.
      {"an empty answer, exit 0",
       [](Case& c) {
         c.said.final_text.clear();
         c.changed = false;
       },
       Outcome::failed, "empty answer", "said nothing"},
      {"nothing but empty lines, exit 0, of a text agent",
       [](Case& c) {
         c.text();
         c.said.final_text = " \r\n\t\n";
         c.changed = false;
       },
       Outcome::failed, "empty answer", "said nothing"},
      {"an empty answer, but the tree changed", [](Case& c) { c.said.final_text.clear(); },
       Outcome::completed, "completed"},
      {"an empty answer, and the tree cannot be read",
       [](Case& c) {
         c.said.final_text.clear();
         c.changed.reset();
       },
       Outcome::failed, "empty answer"},
      {"exit 0, no token used, nothing changed",
       [](Case& c) {
         c.said.tokens = {};
         c.changed = false;
       },
       Outcome::failed, "nothing spent, nothing changed", "no token"},
      {"exit 0, no token used, but the tree changed", [](Case& c) { c.said.tokens = {}; },
       Outcome::completed, "completed"},
      {"TASK_COMPLETE, exit 0, and no file on disk",
       [](Case& c) {
         c.evidence.reading.says_complete = true;
         c.changed = false;
       },
       Outcome::failed, "done without doing", "TASK_COMPLETE"},
      {"a text agent that says TASK_COMPLETE and did nothing",
       [](Case& c) {
         c.text();
         c.evidence.reading.says_complete = true;
         c.changed = false;
       },
       Outcome::failed, "done without doing"},
      {"TASK_COMPLETE, and the tree cannot be read",
       [](Case& c) {
         c.evidence.reading.says_complete = true;
         c.changed.reset();
       },
       Outcome::completed, "completed"},
      {"an answer without a claim needs no change", [](Case& c) { c.changed = false; },
       Outcome::completed, "completed"},
      {"a denied tool counted as success", [](Case& c) { c.said.denials = {"Bash: rm -rf build"}; },
       Outcome::refused, "tool denied", "rm -rf build"},

      // Ended by assay.
      {"the result came, but a child holds the process open",
       [](Case& c) { c.ended(ExitKind::held); }, Outcome::completed, "held open", "did not end"},
      {"held open after saying that it failed",
       [](Case& c) {
         c.ended(ExitKind::held);
         c.said.ending = Ending::failure;
       },
       Outcome::failed, "says it failed"},
      {"held open after being denied a tool",
       [](Case& c) {
         c.ended(ExitKind::held);
         c.said.denials = {"Write"};
       },
       Outcome::refused, "tool denied"},
      {"held open, but nothing was said and nothing done",
       [](Case& c) {
         c.ended(ExitKind::held);
         c.said.final_text.clear();
         c.changed = false;
       },
       Outcome::failed, "empty answer"},
      {"held open with an overload as its last word",
       [](Case& c) {
         c.ended(ExitKind::held);
         c.fails(Trouble::overload, "529");
       },
       Outcome::unavailable, "overloaded"},
      {"killed by us although it said success", [](Case& c) { c.ended(ExitKind::cancelled); },
       Outcome::cancelled, "cancelled"},
      {"cancelled while its quota was used up",
       [](Case& c) {
         c.ended(ExitKind::cancelled);
         c.fails(Trouble::quota, "429");
         c.said.limit_reached = true;
       },
       Outcome::cancelled, "cancelled"},
      {"timed out although it said success", [](Case& c) { c.ended(ExitKind::timed_out); },
       Outcome::timed_out, "timed out"},
      {"timed out in the middle of its work",
       [](Case& c) {
         c.ended(ExitKind::timed_out);
         c.cut();
       },
       Outcome::timed_out, "timed out"},
      {"timed out with an error that is nobody's fault",
       [](Case& c) {
         c.ended(ExitKind::timed_out);
         c.cut();
         c.breaks(Trouble::other, "tool failed");
       },
       Outcome::timed_out, "timed out"},
      {"stalled",
       [](Case& c) {
         c.ended(ExitKind::stalled);
         c.cut();
       },
       Outcome::stalled, "stalled", "silent"},
      {"stalled after a word of success", [](Case& c) { c.ended(ExitKind::stalled); },
       Outcome::stalled, "stalled"},
      {"silent retries without end",
       [](Case& c) {
         c.ended(ExitKind::stalled);
         c.cut();
         c.breaks(Trouble::overload, "529 overloaded");
         c.said.retries = 7;
       },
       Outcome::unavailable, "overloaded until ended", "7 retries"},
      {"retries without end, over the limit",
       [](Case& c) {
         c.ended(ExitKind::limited, "repeated its requests more than 5 times");
         c.cut();
         c.breaks(Trouble::overload, "529 overloaded");
         c.said.retries = 6;
       },
       Outcome::unavailable, "overloaded until ended", "529"},
      {"too many turns",
       [](Case& c) {
         c.ended(ExitKind::limited, "went over its limit of 3 turns");
         c.cut();
       },
       Outcome::failed, "over a limit", "3 turns"},

      // Quota.
      {"quota reached, with the time of its reset",
       [](Case& c) {
         c.fails(Trouble::quota, "usage limit reached");
         c.said.limit_reached = true;
         c.said.resets_at = Instant{Millis{1'800'000'000'000}};
       },
       Outcome::unavailable, "quota reached", "usage limit reached"},
      {"quota reached, nobody knows until when, exit 0",
       [](Case& c) {
         c.cut();
         c.said.limit_reached = true;
       },
       Outcome::unavailable, "quota reached"},
      {"quota reached, but the answer came", [](Case& c) { c.said.limit_reached = true; },
       Outcome::completed, "completed"},
      {"silent because its quota is used up",
       [](Case& c) {
         c.ended(ExitKind::stalled);
         c.cut();
         c.said.limit_reached = true;
       },
       Outcome::unavailable, "quota reached"},
      {"rate limited until it gave up",
       [](Case& c) {
         c.cut();
         c.exit(1);
         c.breaks(Trouble::quota, "429");
       },
       Outcome::unavailable, "overloaded", "exit 1"},

      // Nobody knows.
      {"could not be started",
       [](Case& c) { c.ended(ExitKind::spawn_failed, "clade: no such program"); }, Outcome::failed,
       "not started", "no such program"},
      {"lost", [](Case& c) { c.ended(ExitKind::lost, "its coordinator died"); },
       Outcome::protocol_error, "lost", "coordinator"},
      {"its output could not be stored",
       [](Case& c) { c.ended(ExitKind::unrecorded, "disk full"); }, Outcome::protocol_error,
       "not recorded", "disk full"},
      {"lost after its quota was used up",
       [](Case& c) {
         c.ended(ExitKind::lost);
         c.cut();
         c.said.limit_reached = true;
       },
       Outcome::protocol_error, "lost"},
      {"the tree cannot be read", [](Case& c) { c.changed.reset(); }, Outcome::completed,
       "completed"},
  };
  return rows;
}

/// Calls `visit` with every combination of what a case is made of.
template <class Visit>
void for_each_case(Visit visit) {
  constexpr ExitKind kinds[] = {ExitKind::exited,    ExitKind::signaled,   ExitKind::timed_out,
                                ExitKind::cancelled, ExitKind::limited,    ExitKind::spawn_failed,
                                ExitKind::lost,      ExitKind::unrecorded, ExitKind::stalled,
                                ExitKind::held};
  constexpr Ending endings[] = {Ending::none, Ending::success, Ending::failure};
  const std::optional<bool> changes[] = {std::nullopt, false, true};
  for (const ExitKind kind : kinds)
    for (const Ending ending : endings)
      for (int trouble = 0; trouble <= static_cast<int>(Trouble::quota); ++trouble)
        for (const std::optional<bool>& changed : changes)
          for (unsigned bits = 0; bits < 128; ++bits) {
            Case c;
            c.evidence.exit = {kind, (bits & 1U) != 0 ? 1 : 0, 0, ""};
            c.said.ending = ending;
            c.said.trouble = static_cast<Trouble>(trouble);
            c.changed = changed;
            c.dialect = (bits & 2U) != 0 ? Dialect::text : Dialect::codex;
            c.said.limit_reached = (bits & 4U) != 0;
            if ((bits & 8U) != 0) c.said.final_text.clear();
            if ((bits & 16U) != 0) c.said.denials = {"Bash"};
            if ((bits & 32U) != 0) c.said.tokens = {};
            c.evidence.reading.says_complete = (bits & 64U) != 0;
            visit(static_cast<const Case&>(c));
          }
}

}  // namespace

TEST_CASE("fuse: every known liar is seen through, by the rule that is meant for it") {
  for (const Row& row : liars()) {
    INFO(row.name);
    Case made;
    row.spoil(made);
    const Fused fused = made.fused();
    CHECK(to_text(fused.outcome) == to_text(row.outcome));
    CHECK(fused.rule == row.rule);
    CHECK_MESSAGE(fused.reason.find(row.reason) != std::string::npos, fused.reason);
    CHECK_FALSE(fused.reason.empty());
  }
}

TEST_CASE("fuse: every rule has a liar, a name of its own, and the last one applies to all") {
  std::set<std::string_view> hit;
  for (const Row& row : liars()) {
    Case made;
    row.spoil(made);
    hit.insert(made.fused().rule);
  }
  std::set<std::string_view> names;
  for (const assay::core::agent::Rule& rule : rules()) {
    INFO(rule.name);
    CHECK(hit.contains(rule.name));
    CHECK(names.insert(rule.name).second);
  }
  CHECK(rules().size() == hit.size());
  const Case honest;
  CHECK(rules().back().applies({honest.evidence, honest.said, honest.dialect, honest.changed}));
}

TEST_CASE("fuse: what assay ended, or nobody saw end, is never completed, whatever was said") {
  std::size_t seen = 0;
  for_each_case([&](const Case& c) {
    const ExitKind kind = c.evidence.exit.kind;
    if (kind == ExitKind::exited || kind == ExitKind::signaled || kind == ExitKind::held) return;
    ++seen;
    const Fused fused = c.fused();
    if (fused.outcome != Outcome::completed) return;
    FAIL("exit kind " << static_cast<int>(kind) << " is completed by '" << fused.rule << "'");
  });
  CHECK(seen == 7 * 3 * 9 * 3 * 128);
}

TEST_CASE("fuse: only a word of success completes, or exit 0 of an agent that has no such word") {
  std::map<Outcome, std::size_t> outcomes;
  for_each_case([&](const Case& c) {
    const Fused fused = c.fused();
    ++outcomes[fused.outcome];
    if (fused.outcome != Outcome::completed) return;
    const bool silent = c.dialect == Dialect::text && c.said.ending == Ending::none &&
                        c.evidence.exit.kind == ExitKind::exited && c.evidence.exit.code == 0 &&
                        c.said.trouble == Trouble::none && !c.said.limit_reached;
    const bool idle = c.changed == false && (c.evidence.reading.says_complete ||
                                             c.said.final_text.empty() || c.said.tokens.total == 0);
    const bool sound = (c.said.ending == Ending::success || silent) && c.said.denials.empty();
    if (!sound || idle) FAIL("completed by '" << fused.rule << "': " << fused.reason);
  });
  CHECK(outcomes.size() == 8);  // every outcome can happen
}
