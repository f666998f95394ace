// SPDX-License-Identifier: MIT
#include "format/verify/cases.h"

#include "base/text/escape.h"
#include "core/verify/verdict.h"
#include "format/json/fields.h"
#include "format/outcomes.h"
#include "format/sarif/sarif.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::CommandState;
using core::verify::Reason;
using core::verify::State;

TestCase case_of(const OutcomeLine& line, std::string_view excused) {
  using Status = TestCase::Status;
  TestCase made{.name = line.id, .millis = std::max<std::int64_t>(line.millis, 0)};
  switch (line.outcome) {
    case core::TestOutcome::passed: break;
    case core::TestOutcome::failed: made.status = Status::failed; break;
    case core::TestOutcome::error: made.status = Status::error; break;
    case core::TestOutcome::skipped:
    case core::TestOutcome::excused: made.status = Status::skipped; break;
  }
  if (core::did_fail(line.outcome) && !excused.empty()) {
    made.status = Status::skipped;
    made.why = excused;
  }
  return made;
}

/// Why failures of its tests are none of the run; empty: they are.
std::string_view excuse_of(const CommandSpec& spec, const CommandState& command) {
  if (!spec.required) return "failed; the gate is optional";
  return command.reason == Reason::known_failures ? "failed, as is known" : std::string_view();
}

struct Counts {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t skipped = 0;
  std::uint64_t other = 0;
};

/// A gate by the words of CTRF: what could not be found out is neither.
std::string_view gate_status(const CommandSpec& spec, const CommandState& command) {
  if (command.reason == Reason::skipped) return "skipped";
  const bool passed =
      command.status == core::verify::Status::pass && !is_ineffective(spec, command);
  if (passed) return "passed";
  if (!spec.required) return "skipped";
  return command.status == core::verify::Status::fail ? "failed" : "other";
}

std::string_view test_status(TestCase::Status status) {
  switch (status) {
    case TestCase::Status::passed: return "passed";
    case TestCase::Status::failed:
    case TestCase::Status::error: return "failed";
    case TestCase::Status::skipped: return "skipped";
  }
  return "other";
}

void count(Counts& counts, std::string_view status) {
  std::uint64_t& one = status == "passed"    ? counts.passed
                       : status == "failed"  ? counts.failed
                       : status == "skipped" ? counts.skipped
                                             : counts.other;
  ++one;
}

/// One test of the list; `more` adds what only some have.
template <class More>
void put_test(JsonWriter& json, std::string_view name, std::string_view status, std::int64_t millis,
              const std::vector<std::string>& suite, More&& more) {
  json.begin_object();
  Fields(json).text("name", name).text("status", status).number("duration", millis);
  Fields(json).list("suite", suite);
  more();
  json.end_object();
}

/// The line that names the gate, as far as that can be told from the text.
std::uint32_t line_of(std::string_view config, const std::string& id) {
  std::uint32_t line = 1;
  for (std::size_t begin = 0; begin < config.size(); ++line) {
    const std::size_t end = std::min(config.find('\n', begin), config.size());
    const std::string_view text = config.substr(begin, end - begin);
    const std::size_t key = text.find("id");
    const std::size_t name = key == text.npos ? text.npos : text.find(id, key);
    const auto is_of_word = [&](std::size_t at) {
      const char c = at < text.size() ? text[at] : ' ';
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '-' || c == '_' || c == '.';
    };
    if (name != text.npos && !is_of_word(name - 1) && !is_of_word(name + id.size())) return line;
    begin = end + 1;
  }
  return 1;
}

}  // namespace

void for_each_test(const State& state, std::uint32_t unit, const ReadOutcomes& read,
                   const std::function<void(const TestCase&)>& visit) {
  const CommandState& command = state.commands[unit];
  if (!read || !command.notes || !command.notes->tests) return;
  const std::string text = read(*command.notes->tests);
  const std::string_view excused = excuse_of(state.plan->manifest.commands[unit], command);
  // What is not as it was written names nothing.
  static_cast<void>(static_cast<bool>(
      read_outcomes(text, [&](const OutcomeLine& line) { visit(case_of(line, excused)); })));
}

void write_verify_ctrf(const State& state, const ReadOutcomes& read, const ReportTimes& times,
                       std::string_view version, const TextSink& sink) {
  Counts counts;
  std::string tests;
  JsonWriter list(tests);
  list.begin_array();
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    const CommandState& command = state.commands[unit];
    const std::string_view status = gate_status(spec, command);
    count(counts, status);
    put_test(list, spec.id, status, command.duration_ms, {"gates"}, [&] {
      Fields(list)
          .text("message", core::verify::summary_line(state, unit))
          .text("rawStatus", to_text(command.status))
          .text("type", to_text(spec.gate_type))
          .flag("flaky", command.reason == Reason::flaky);
    });
    for_each_test(state, unit, read, [&](const TestCase& test) {
      count(counts, test_status(test.status));
      put_test(list, printable(test.name), test_status(test.status), test.millis, {spec.id}, [&] {
        if (!test.why.empty()) Fields(list).text("message", test.why);
      });
    });
  }
  list.end_array();
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields(json)
      .text("reportFormat", "CTRF")
      .text("specVersion", "0.0.0")
      .text("runId", state.run_id)
      .text("generatedBy", "assay");
  json.key("results");
  json.begin_object();
  json.key("tool");
  json.begin_object();
  Fields(json).text("name", "assay").text("version", version);
  json.end_object();
  json.key("summary");
  json.begin_object();
  Fields(json)
      .number("tests", counts.passed + counts.failed + counts.skipped + counts.other)
      .number("passed", counts.passed)
      .number("failed", counts.failed)
      .number("pending", 0)
      .number("skipped", counts.skipped)
      .number("other", counts.other)
      .number("start", times.start.time_since_epoch().count())
      .number("stop", times.stop.time_since_epoch().count());
  json.end_object();
  json.key("tests");
  json.whole(tests);
  json.end_object();
  json.end_object();
  sink(out);
  sink("\n");
}

std::string write_verify_sarif(const State& state, std::string_view path, std::string_view config,
                               std::string_view version) {
  SarifRun run{.tool = "assay verify", .version = std::string(version)};
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    const core::CommandLint* lint = core::verify::lint_of(*state.plan, unit);
    if (lint == nullptr) continue;
    for (const core::LintFinding& finding : lint->findings) {
      const std::string rule(to_text(finding.rule));
      run.findings.push_back(
          {.rule = "verify/" + rule,
           .about = "A gate that is " + rule + " proves nothing",
           .is_error = spec.required,
           .message = printable(fmt::format("{}: `{}`: {}", spec.id, finding.excerpt, finding.why)),
           .path = std::string(path),
           .line = line_of(config, spec.id),
           .fingerprint = digest_of(spec.id + " " + rule + " " + finding.excerpt).hex(),
           .fingerprint_name = "assayLint/v1"});
    }
  }
  return write_sarif(run);
}

}  // namespace assay::format
