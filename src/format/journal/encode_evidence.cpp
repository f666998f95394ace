// SPDX-License-Identifier: MIT
#include "format/journal/put.h"

namespace assay::format::journal {

namespace {

using namespace core;

void put_output(JsonWriter& out, const Captured& output) {
  if (output.log_path.empty() && output.bytes == 0 && output.stored == 0 &&
      output.stream == Digest{} && output.log == Digest{}) {
    return;
  }
  out.key("output");
  out.begin_object();
  put_text(out, "log_path", output.log_path);
  put_unless<std::uint64_t>(0, out, "bytes", output.bytes);
  // Stored in full is the rule; then the log is the stream.
  put_unless(output.bytes, out, "stored", output.stored);
  put_digest(out, "stream", output.stream);
  put_digest(out, "log", output.log, output.stream);
  out.end_object();
}

void put_usage(JsonWriter& out, const Usage& usage) {
  put_unless<std::int64_t>(0, out, "user_ms", usage.user.count());
  put_unless<std::int64_t>(0, out, "system_ms", usage.system.count());
  put_unless<std::uint64_t>(0, out, "max_rss_kib", usage.max_rss_kib);
}

void put_orphans(JsonWriter& out, const std::vector<Orphan>& orphans) {
  if (orphans.empty()) return;
  out.key("orphans");
  out.begin_array();
  for (const Orphan& orphan : orphans) {
    out.begin_object();
    put(out, "pid", orphan.pid);
    put_text(out, "name", orphan.name);
    out.end_object();
  }
  out.end_array();
}

void put_lost(JsonWriter& out, const std::vector<LostFailure>& lost) {
  if (lost.empty()) return;
  out.key("lost");
  out.begin_array();
  for (const LostFailure& failure : lost) {
    out.begin_object();
    put_text(out, "command", failure.command);
    put(out, "status", failure.status);
    put_text(out, "place", failure.place);
    out.end_object();
  }
  out.end_array();
}

void put_tally(JsonWriter& out, const Tally& tally) {
  if (tally == Tally{}) return;
  out.key("tally");
  out.begin_object();
  put_unless<std::int64_t>(-1, out, "executed", tally.executed);
  put_unless<std::int64_t>(0, out, "failed", tally.failed);
  put_unless<std::int64_t>(0, out, "skipped", tally.skipped);
  put_flag(out, "cached", tally.cached);
  put_text(out, "source", tally.source);
  put_text(out, "hint", tally.hint);
  put_text(out, "doubt", tally.doubt);
  out.end_object();
}

}  // namespace

void put_evidence(JsonWriter& out, const Evidence& evidence) {
  // How it ended is always written: nothing left out may ever read as a success.
  put(out, "exit", word_for(exit_words, evidence.exit.kind));
  put_unless(-1, out, "code", evidence.exit.code);
  put_unless(0, out, "signal", evidence.exit.signal);
  put_text(out, "detail", evidence.exit.detail);
  put_unless<std::int64_t>(0, out, "started_ms", evidence.started.time_since_epoch().count());
  put_unless<std::int64_t>(0, out, "duration_ms", evidence.duration.count());
  put_output(out, evidence.output);
  put_usage(out, evidence.usage);
  put_orphans(out, evidence.orphans);
  put_lost(out, evidence.lost);
  put_tally(out, evidence.reading.tally);
  put_texts(out, "passed_tests", evidence.reading.passed_tests);
  put_texts(out, "failed_tests", evidence.reading.failed_tests);
  put_text(out, "cache_marker", evidence.reading.cache_marker);
  put_text(out, "transient", evidence.reading.transient);
  put_text(out, "missing", evidence.reading.missing);
  put_text(out, "swallowed", evidence.reading.swallowed);
  put_texts(out, "excerpt", evidence.reading.excerpt);
  put_flag(out, "says_complete", evidence.reading.says_complete);
  if (evidence.reading.saying) put_saying(out, *evidence.reading.saying);
  if (evidence.reading.pull_request) put_pull_request(out, *evidence.reading.pull_request);
  if (evidence.reading.judgement) put_judgement(out, *evidence.reading.judgement);
  if (evidence.transcript) put_transcript(out, *evidence.transcript);
}

}  // namespace assay::format::journal
