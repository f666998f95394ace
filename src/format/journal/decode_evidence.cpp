// SPDX-License-Identifier: MIT
#include "format/journal/fields.h"
#include "format/journal/parts.h"

namespace assay::format::journal {

namespace {

using core::Captured;
using core::Evidence;
using core::LostFailure;
using core::Orphan;
using core::Tally;

bool has(const std::vector<std::string>& met, std::string_view key) {
  return bool(check_present(met, {key}));
}

Result<> read_output(JsonReader& in, Captured& output) {
  const std::vector<std::string> met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "log_path") return read(in, output.log_path);
    if (key == "bytes") return read(in, output.bytes);
    if (key == "stored") return read(in, output.stored);
    if (key == "stream") return read(in, output.stream);
    if (key == "log") return read(in, output.log);
    return unknown_field(key);
  }));
  if (!has(met, "stored")) output.stored = output.bytes;
  if (!has(met, "log")) output.log = output.stream;
  return {};
}

Result<> read_orphans(JsonReader& in, std::vector<Orphan>& orphans) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    Orphan orphan;
    TRY(read_fields(in, [&](std::string_view key) -> Result<> {
      if (key == "pid") return read(in, orphan.pid);
      if (key == "name") return read(in, orphan.name);
      return unknown_field(key);
    }));
    orphans.push_back(std::move(orphan));
    return {};
  });
}

Result<> read_lost(JsonReader& in, std::vector<LostFailure>& lost) {
  return read_array(in, [&]() -> Result<> {
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    LostFailure failure;
    TRY(read_fields(in, [&](std::string_view key) -> Result<> {
      if (key == "command") return read(in, failure.command);
      if (key == "status") return read(in, failure.status);
      if (key == "place") return read(in, failure.place);
      return unknown_field(key);
    }));
    lost.push_back(std::move(failure));
    return {};
  });
}

Result<> read_tally(JsonReader& in, Tally& tally) {
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "executed") return read(in, tally.executed);
    if (key == "failed") return read(in, tally.failed);
    if (key == "skipped") return read(in, tally.skipped);
    if (key == "cached") return read(in, tally.cached);
    if (key == "source") return read(in, tally.source);
    if (key == "hint") return read(in, tally.hint);
    if (key == "doubt") return read(in, tally.doubt);
    return unknown_field(key);
  }));
  return {};
}

}  // namespace

Result<> read_evidence_field(JsonReader& in, std::string_view key, Evidence& evidence) {
  if (key == "exit") return read(in, exit_words, evidence.exit.kind);
  if (key == "code") return read(in, evidence.exit.code);
  if (key == "signal") return read(in, evidence.exit.signal);
  if (key == "detail") return read(in, evidence.exit.detail);
  if (key == "started_ms") return read(in, evidence.started);
  if (key == "duration_ms") return read(in, evidence.duration);
  if (key == "output") return read_output(in, evidence.output);
  if (key == "user_ms") return read(in, evidence.usage.user);
  if (key == "system_ms") return read(in, evidence.usage.system);
  if (key == "max_rss_kib") return read(in, evidence.usage.max_rss_kib);
  if (key == "orphans") return read_orphans(in, evidence.orphans);
  if (key == "lost") return read_lost(in, evidence.lost);
  if (key == "tally") return read_tally(in, evidence.reading.tally);
  if (key == "passed_tests") return read(in, evidence.reading.passed_tests);
  if (key == "failed_tests") return read(in, evidence.reading.failed_tests);
  if (key == "cache_marker") return read(in, evidence.reading.cache_marker);
  if (key == "transient") return read(in, evidence.reading.transient);
  if (key == "missing") return read(in, evidence.reading.missing);
  if (key == "swallowed") return read(in, evidence.reading.swallowed);
  if (key == "excerpt") return read(in, evidence.reading.excerpt);
  if (key == "says_complete") return read(in, evidence.reading.says_complete);
  if (key == "saying") return read_saying(in, evidence.reading.saying);
  if (key == "pull_request") return read_pull_request(in, evidence.reading.pull_request);
  if (key == "judgement") return read_judgement(in, evidence.reading.judgement);
  if (key == "transcript") return read_transcript(in, evidence.transcript);
  return unknown_field(key);
}

}  // namespace assay::format::journal
