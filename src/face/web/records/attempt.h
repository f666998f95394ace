// SPDX-License-Identifier: MIT
// One attempt: its evidence, and what its agent said about itself.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"
#include "face/web/records/agent.h"
#include "face/web/records/events.h"
#include "face/web/records/timeline.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::from_minus_one;
using shown::OrNull;

struct CommandTalkShown {
  std::string command;
  OrNull<std::int64_t> exit_code;
  bool denied = false;
  bool failed = false;
};
constexpr auto fields_of(Of<CommandTalkShown>) {
  using Shown = CommandTalkShown;
  return record<Shown>(field("command", &Shown::command, always),
                       field("exit_code", &Shown::exit_code, always, "Null: not told."),
                       field("denied", &Shown::denied, always),
                       field("failed", &Shown::failed, always));
}

struct TalkShown {
  std::string dialect;
  std::string program;
  std::string model;
  std::int32_t turns = 0;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::int64_t cached_tokens = 0;
  std::int64_t reasoning_tokens = 0;
  OrNull<std::int64_t> micro_usd;
  bool cost_computed = false;
  std::string ending;
  std::string stop_reason;
  std::string final_text;
  std::vector<CommandTalkShown> commands;
  std::vector<std::string> edited;
  std::vector<std::string> denials;
  std::vector<std::string> errors;
  std::string remedy;
};
constexpr auto fields_of(Of<TalkShown>) {
  using Shown = TalkShown;
  return record<Shown>(
      field("dialect", &Shown::dialect, always), field("program", &Shown::program, always),
      field("model", &Shown::model, always), field("turns", &Shown::turns, always),
      field("input_tokens", &Shown::input_tokens, always),
      field("output_tokens", &Shown::output_tokens, always),
      field("cached_tokens", &Shown::cached_tokens, always),
      field("reasoning_tokens", &Shown::reasoning_tokens, always),
      field("micro_usd", &Shown::micro_usd, always, "Null: not told."),
      field("cost_computed", &Shown::cost_computed, always, "From tokens and `prices:`."),
      field("ending", &Shown::ending, always, "The last word: none, success or failure."),
      field("stop_reason", &Shown::stop_reason, always),
      field("final_text", &Shown::final_text, always, "The last thing it said."),
      field("commands", &Shown::commands, always, "That it said it ran, at most 500."),
      field("edited", &Shown::edited, always, "Files it said it changed."),
      field("denials", &Shown::denials, always), field("errors", &Shown::errors, always),
      field("remedy", &Shown::remedy, always, "What a person has to do first; may be empty."));
}

struct LogHeadShown {
  bool there = false;
  bool growing = false;
  std::uint64_t bytes = 0;
  std::uint64_t stored = 0;
  bool truncated = false;
  std::string sha256;
  OrNull<std::uint64_t> failure_at;
  bool readable = false;
  bool has_prompt = false;
};
constexpr auto fields_of(Of<LogHeadShown>) {
  using Shown = LogHeadShown;
  return record<Shown>(
      field("there", &Shown::there, always, "False: there is none, or it was pruned."),
      field("growing", &Shown::growing, always),
      field("bytes", &Shown::bytes, always, "Of the whole output."),
      field("stored", &Shown::stored, always, "Of what is kept."),
      field("truncated", &Shown::truncated, always, "The middle was left out."),
      field("sha256", &Shown::sha256, always, "Of what is kept; empty: it grows."),
      field("failure_at", &Shown::failure_at, always,
            "Where in it the useful part of the failure begins, in bytes."),
      field("readable", &Shown::readable, always, "There is a transcript."),
      field("has_prompt", &Shown::has_prompt, always, "/prompt has what the agent was told."));
}

struct AttemptPageShown {
  AttemptRowShown attempt;
  std::string command;
  std::string cwd;
  std::string tree;
  std::int32_t signal = 0;
  std::string detail;
  std::int64_t user_ms = 0;
  std::int64_t system_ms = 0;
  std::uint64_t max_rss_kib = 0;
  std::vector<std::string> orphans;
  std::vector<std::string> lost_failures;
  std::string tally_source;
  std::int64_t tests_skipped = -1;
  std::vector<std::string> failed_tests;
  std::vector<std::string> excerpt;
  std::string transient;
  std::string cache_marker;
  std::string missing;
  OrNull<TalkShown> talk;
  std::vector<ClaimShown> claims;
  std::vector<std::string> files_changed;
  LogHeadShown log;
  std::vector<StepEventShown> decisions;
  std::vector<std::uint32_t> others;
};
constexpr auto fields_of(Of<AttemptPageShown>) {
  using Shown = AttemptPageShown;
  return record<Shown>(
      field("attempt", &Shown::attempt, always),
      field("command", &Shown::command, always, "What was started."),
      field("cwd", &Shown::cwd, always),
      field("tree", &Shown::tree, always, "That it ran on; empty: nobody looked."),
      field("signal", &Shown::signal, always), field("detail", &Shown::detail, always),
      field("user_ms", &Shown::user_ms, always), field("system_ms", &Shown::system_ms, always),
      field("max_rss_kib", &Shown::max_rss_kib, always),
      field("orphans", &Shown::orphans, always, "Processes it left behind, which were ended."),
      field("lost_failures", &Shown::lost_failures, always,
            "Commands in it that failed although it went on."),
      field("tally_source", &Shown::tally_source, always, "Who counted the tests."),
      field("tests_skipped", &Shown::tests_skipped, always, from_minus_one),
      field("failed_tests", &Shown::failed_tests, always, "Where their names were told."),
      field("excerpt", &Shown::excerpt, always, "The useful lines of a failure."),
      field("transient", &Shown::transient, always, "The line that made it worth a retry."),
      field("cache_marker", &Shown::cache_marker, always,
            "The line that says results came from a cache."),
      field("missing", &Shown::missing, always, "The program that is not there."),
      field("talk", &Shown::talk, always, "What an agent said about itself: claims, not evidence."),
      field("claims", &Shown::claims, always, "Claims that evidence contradicts."),
      field("files_changed", &Shown::files_changed, always, "As assay saw, where it looked."),
      field("log", &Shown::log, always),
      field("decisions", &Shown::decisions, always, "What was decided because of it, at most 50."),
      field("others", &Shown::others, always, "Numbers of all attempts of this name."));
}

}  // namespace assay::web
