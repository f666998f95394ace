// SPDX-License-Identifier: MIT
// What the output of an agent told, in one form for every CLI. All of it is the agent's own word:
// it can lower an outcome, start a verification or be shown; it proves nothing.
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::core::agent {

/// By kind as the CLI tells them (some count cached tokens as part of the input, some do not).
struct Tokens {
  std::int64_t input = 0;
  std::int64_t output = 0;
  std::int64_t cached = 0;
  std::int64_t reasoning = 0;
  std::int64_t total = 0;  ///< what a budget counts: each token once, whatever its kind

  friend bool operator==(const Tokens&, const Tokens&) = default;
};

/// What the last word of the stream was.
enum class Ending : std::uint8_t {
  none,     ///< no terminal event: the stream was cut, or its dialect has none
  success,  ///< it says it succeeded
  failure,  ///< it says it failed
};

/// What kind of trouble the stream tells of. The worst one counts, from weak to strong.
enum class Trouble : std::uint8_t {
  none,
  other,     ///< an error without a better name
  protocol,  ///< what came back was not what the CLI's protocol allows: HTML, a cut stream
  refused,   ///< the model declined to do it
  limit,     ///< a limit of its own: turns, budget, context
  model,     ///< the service does not know the model it was told to use
  auth,      ///< credentials are wrong or missing
  overload,  ///< overloaded, or not reachable: may work later
  quota,     ///< rate limit or quota reached
};

struct Command {
  std::string command;
  std::optional<std::int32_t> exit_code;  ///< none: not told
  bool denied = false;                    ///< asked for, and not let through
  std::uint32_t edits_before = 0;         ///< file edits seen before it: is its result stale?
  bool failed = false;                    ///< told to have failed, with or without an exit code

  friend bool operator==(const Command&, const Command&) = default;
};

/// By which streams are read now.
constexpr std::uint32_t transcript_edition = 2;

struct Transcript {
  Ending ending = Ending::none;
  std::string stop_reason;  ///< the CLI's word for why it stopped: end_turn, error_max_turns
  std::string final_text;   ///< the last thing it said to the user
  std::string model;
  std::int32_t turns = 0;
  Tokens tokens;
  bool tokens_told = false;
  std::optional<std::int64_t> micro_usd;  ///< none: cost not told
  std::vector<Command> commands;          ///< shell commands of its tools, in order
  std::vector<std::string> edited;    ///< files its tools said they changed, each once, in order
  std::uint32_t edits = 0;            ///< how many edits in all
  std::uint32_t tool_calls = 0;       ///< of any kind
  std::vector<std::string> denials;   ///< tools that were not let through: "Bash: rm -rf /"
  std::vector<std::string> errors;    ///< in order
  Trouble trouble = Trouble::none;    ///< of the errors that ended or spoiled the attempt
  std::uint32_t retries = 0;          ///< requests to the model it said it repeated
  std::optional<Instant> resets_at;   ///< when a reached limit is over
  std::optional<Millis> retry_after;  ///< how long to wait, if only that was told
  bool limit_reached = false;         ///< a rate limit or quota stopped it
  std::uint64_t lines = 0;
  std::uint64_t broken_lines = 0;  ///< not of the dialect at all: not JSON, cut, or far too long
  std::uint32_t edition = 0;       ///< of the rules it was read by; 0: those of release 0.1
  std::string cause;               ///< the error that spoiled the attempt, in the CLI's words
  std::string remedy;          ///< what a person has to do first: install, log in; empty: nothing
  std::uint32_t spare = 0;     ///< which agent of the order it was; 0: the first choice
  bool cost_computed = false;  ///< from tokens and `prices:`; the CLI told none

  friend bool operator==(const Transcript&, const Transcript&) = default;
};

}  // namespace assay::core::agent
