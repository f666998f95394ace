// SPDX-License-Identifier: MIT
#include "base/match.h"
#include "format/journal.h"
#include "format/journal/words.h"
#include "format/json/writer.h"
#include "format/manifest.h"

namespace assay::format {

namespace {

using namespace core;
using journal::word_for;

void put(JsonWriter& out, std::string_view key, std::string_view text) {
  out.key(key);
  out.text(text);
}

template <std::integral Number>
void put(JsonWriter& out, std::string_view key, Number number) {
  out.key(key);
  out.number(number);
}

/// Leaves out what the reader fills in by itself.
template <class Value>
void put_unless(const Value& standard, JsonWriter& out, std::string_view key, const Value& value) {
  if (value != standard) put(out, key, value);
}

void put_text(JsonWriter& out, std::string_view key, const std::string& text) {
  if (!text.empty()) put(out, key, std::string_view(text));
}

void put_flag(JsonWriter& out, std::string_view key, bool flag) {
  if (!flag) return;
  out.key(key);
  out.boolean(true);
}

void put_digest(JsonWriter& out, std::string_view key, const Digest& digest,
                const Digest& standard = {}) {
  if (digest != standard) put(out, key, std::string_view(digest.hex()));
}

void put_texts(JsonWriter& out, std::string_view key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  out.key(key);
  out.begin_array();
  for (const std::string& text : texts) out.text(text);
  out.end_array();
}

void put_key(JsonWriter& out, AttemptKey key) {
  put(out, "unit", key.unit);
  put(out, "attempt", key.attempt);
}

void put_policy(JsonWriter& out, const verify::Policy& policy) {
  if (policy == verify::Policy{}) return;
  const verify::Policy standard;
  out.key("policy");
  out.begin_object();
  put_unless(standard.default_timeout.count(), out, "default_timeout_ms",
             policy.default_timeout.count());
  put_flag(out, "stop_after_failed_stage", policy.stop_after_failed_stage);
  if (policy.flaky != standard.flaky)
    put(out, "flaky", word_for(journal::flaky_words, policy.flaky));
  out.end_object();
}

void put_finding(JsonWriter& out, const LintFinding& finding) {
  out.begin_object();
  put(out, "rule", word_for(journal::lint_words, finding.rule));
  put_unless<std::size_t>(0, out, "offset", finding.offset);
  put_text(out, "excerpt", finding.excerpt);
  put_text(out, "why", finding.why);
  out.end_object();
}

void put_lints(JsonWriter& out, const verify::Plan& plan) {
  if (plan.lint.empty()) return;
  out.key("lints");
  out.begin_array();
  for (const CommandLint& lint : plan.lints) {
    out.begin_object();
    put_flag(out, "contains_pipeline", lint.contains_pipeline);
    if (!lint.findings.empty()) {
      out.key("findings");
      out.begin_array();
      for (const LintFinding& finding : lint.findings) put_finding(out, finding);
      out.end_array();
    }
    out.end_object();
  }
  out.end_array();
  out.key("lint");  // command, entry, command, entry, ...
  out.begin_array();
  for (const auto& [unit, index] : plan.lint) {
    out.number(unit);
    out.number(index);
  }
  out.end_array();
}

void put_plan(JsonWriter& out, const verify::Plan& plan) {
  out.key("verify");
  out.begin_object();
  out.key("manifest");
  write_stored_manifest(out, plan.manifest);
  put_policy(out, plan.policy);
  put_text(out, "workspace", plan.workspace);
  put_text(out, "cwd", plan.cwd);
  put_text(out, "log_dir", plan.log_dir);
  put_unless<std::uint32_t>(1, out, "jobs", plan.jobs);
  put_lints(out, plan);
  if (!plan.expected_ms.empty()) {
    out.key("expected_ms");
    out.begin_array();
    for (const std::uint32_t ms : plan.expected_ms) out.number(ms);
    out.end_array();
  }
  put_texts(out, "environment", plan.environment);
  put_digest(out, "environment_digest", plan.environment_digest);
  put_text(out, "isolation", plan.isolation);
  put_digest(out, "manifest_digest", plan.manifest_digest);
  out.end_object();
}

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
  out.end_object();
}

void put_evidence(JsonWriter& out, const Evidence& evidence) {
  // How it ended is always written: nothing left out may ever read as a success.
  put(out, "exit", word_for(journal::exit_words, evidence.exit.kind));
  put_unless(-1, out, "code", evidence.exit.code);
  put_unless(0, out, "signal", evidence.exit.signal);
  put_text(out, "detail", evidence.exit.detail);
  put_unless<std::int64_t>(0, out, "started_ms", evidence.started.time_since_epoch().count());
  put_unless<std::int64_t>(0, out, "duration_ms", evidence.duration.count());
  put_output(out, evidence.output);
  put_usage(out, evidence.usage);
  put_orphans(out, evidence.orphans);
  put_tally(out, evidence.reading.tally);
  put_text(out, "cache_marker", evidence.reading.cache_marker);
  put_text(out, "transient", evidence.reading.transient);
  put_texts(out, "excerpt", evidence.reading.excerpt);
}

/// Room for the body in one piece: growing a string of many megabytes would need it twice.
std::size_t expected_size(const RunStarted& started) {
  std::size_t size = 1024;
  const auto& plan = std::get<std::shared_ptr<const verify::Plan>>(started.plan);
  for (const verify::CommandSpec& spec : plan->manifest.commands) {
    size += spec.id.size() + spec.command.size() + 64;
  }
  return size + plan->expected_ms.size() * 4;
}

}  // namespace

std::string_view kind_of(const Event& event) {
  return match(
      event, [](const RunStarted&) { return "run_started"; },
      [](const RunResumed&) { return "run_resumed"; },
      [](const TreeObserved&) { return "tree_observed"; },
      [](const AttemptEnded&) { return "attempt_ended"; },
      [](const WorldIdle&) { return "world_idle"; },
      [](const DrainReported&) { return "drain_reported"; },
      [](const CancelRequested&) { return "cancel_requested"; },
      [](const RunConcluded&) { return "run_concluded"; });
}

Instant instant_of(const Event& event) {
  return std::visit([](const auto& e) { return e.at; }, event);
}

StoredEvent encode(const Event& event) {
  StoredEvent stored{std::string(kind_of(event)), {}};
  if (const auto* started = std::get_if<RunStarted>(&event))
    stored.body.reserve(expected_size(*started));
  JsonWriter out(stored.body);
  out.begin_object();
  match(
      event,
      [&](const RunStarted& e) {
        put(out, "run_id", std::string_view(e.run_id));
        match(e.plan,
              [&](const std::shared_ptr<const verify::Plan>& plan) { put_plan(out, *plan); });
      },
      [](const RunResumed&) {},
      [&](const TreeObserved& e) {
        put_key(out, e.key);
        put_text(out, "digest", e.digest);
      },
      [&](const AttemptEnded& e) {
        put_key(out, e.key);
        put(out, "name", std::string_view(e.name));
        put_evidence(out, e.evidence);
      },
      [](const WorldIdle&) {}, [&](const DrainReported& e) { put(out, "alive", e.alive); },
      [&](const CancelRequested& e) { put_text(out, "by", e.by); },
      [&](const RunConcluded& e) {
        put(out, "outcome", word_for(journal::outcome_words, e.outcome));
        put_text(out, "trace", e.trace);
      });
  out.end_object();
  return stored;
}

}  // namespace assay::format
