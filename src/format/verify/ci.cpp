// SPDX-License-Identifier: MIT
// JUnit XML and GitHub's own forms of a verify run.
#include "base/text/escape.h"
#include "core/verify/known.h"
#include "core/verify/verdict.h"
#include "format/verify/cases.h"
#include "format/verify/result.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::CommandState;
using core::verify::State;
using core::verify::Status;

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      default: out.push_back(c);
    }
  }
  return out;
}

/// GitHub's rules for the message of a workflow command.
std::string workflow_escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '%': out += "%25"; break;
      case '\n': out += "%0A"; break;
      case ':': out += property ? "%3A" : ":"; break;
      case ',': out += property ? "%2C" : ","; break;
      default: out.push_back(c);
    }
  }
  return out;
}

/// New failures first, then the useful lines.
std::string excerpt_of(const State& state, std::uint32_t unit) {
  const CommandState& command = state.commands[unit];
  std::string text;
  for (const std::string& line : core::verify::failing_lines(state, unit)) text += line + "\n";
  if (!command.notes) return text;
  for (const std::string& line : command.notes->excerpt) text += line + "\n";
  return text;
}

std::string_view shown_status(const CommandSpec& spec, const CommandState& command) {
  if (command.status == Status::pass && is_ineffective(spec, command)) return "INEFFECTIVE";
  if (command.status == Status::pass && command.reason == core::verify::Reason::flaky)
    return "FLAKY";
  return to_text(command.status);
}

/// The element that says how a command went, or nothing for a plain pass.
std::string junit_outcome(const State& state, std::uint32_t unit) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  const std::string line = xml(core::verify::summary_line(state, unit));
  if (command.reason == core::verify::Reason::skipped)
    return fmt::format("<skipped message=\"{}\"/>", line);
  if (command.status == Status::pass && !is_ineffective(spec, command)) return "";
  // What is optional cannot fail the run, and so it must not turn a build service red.
  if (!spec.required) {
    return fmt::format("<skipped message=\"optional, {}: {}\"/><system-out>{}</system-out>",
                       shown_status(spec, command), line, xml(excerpt_of(state, unit)));
  }
  const std::string_view element = command.status == Status::fail ? "failure" : "error";
  return fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", element,
                     shown_status(spec, command), line, xml(excerpt_of(state, unit)));
}

/// The tests of one command, if they have names.
void write_junit_tests(const State& state, std::uint32_t unit, const ReadOutcomes& read,
                       const TextSink& sink) {
  std::uint64_t sums[4] = {};
  std::int64_t millis = 0;
  std::string cases;
  const std::string gate = xml(state.plan->manifest.commands[unit].id);
  for_each_test(state, unit, read, [&](const TestCase& test) {
    ++sums[static_cast<std::size_t>(test.status)];
    millis += test.millis;
    cases += fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", gate,
                         xml(test.name), static_cast<double>(test.millis) / 1000.0);
    switch (test.status) {
      case TestCase::Status::passed: cases += "/>\n"; break;
      case TestCase::Status::failed: cases += "><failure/></testcase>\n"; break;
      case TestCase::Status::error: cases += "><error/></testcase>\n"; break;
      case TestCase::Status::skipped:
        cases += fmt::format("><skipped message=\"{}\"/></testcase>\n", xml(test.why));
        break;
    }
  });
  if (cases.empty()) return;
  sink(
      fmt::format("<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                  "skipped=\"{}\" time=\"{:.3f}\">\n",
                  gate, sums[0] + sums[1] + sums[2] + sums[3], sums[1], sums[2], sums[3],
                  static_cast<double>(millis) / 1000.0));
  sink(cases);
  sink("</testsuite>\n");
}

}  // namespace

void write_verify_junit(const State& state, const TextSink& sink, const ReadOutcomes& read) {
  std::uint64_t failures = 0;
  std::uint64_t errors = 0;
  std::uint64_t skipped = 0;
  std::uint64_t millis = 0;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const std::string outcome = junit_outcome(state, unit);
    failures += outcome.starts_with("<failure") ? 1U : 0U;
    errors += outcome.starts_with("<error") ? 1U : 0U;
    skipped += outcome.starts_with("<skipped") ? 1U : 0U;
    millis += state.commands[unit].duration_ms;
  }
  sink(fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "<testsuite name=\"assay verify\" id=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n",
      xml(state.run_id), state.commands.size(), failures, errors, skipped,
      static_cast<double>(millis) / 1000.0));
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    sink(fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
                     to_text(spec.gate_type), xml(spec.id),
                     static_cast<double>(state.commands[unit].duration_ms) / 1000.0,
                     junit_outcome(state, unit)));
  }
  sink("</testsuite>\n");
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit)
    write_junit_tests(state, unit, read, sink);
  sink("</testsuites>\n");
}

void write_github_annotations(const State& state, const TextSink& sink) {
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    const CommandState& command = state.commands[unit];
    const bool serious = stands_in_the_way(spec, command);
    if (!serious && command.reason != core::verify::Reason::flaky) continue;
    const std::string message =
        core::verify::summary_line(state, unit) + "\n" + excerpt_of(state, unit);
    sink(fmt::format(
        "::{} title={}::{}\n", serious ? "error" : "warning",
        workflow_escaped(fmt::format("{} {}", spec.id, shown_status(spec, command)), true),
        workflow_escaped(message, false)));
  }
}

void write_github_tests(std::string_view command_id,
                        const std::vector<core::verify::FailingTest>& tests, const TextSink& sink) {
  constexpr std::size_t told_max = 50;
  for (std::size_t i = 0; i < tests.size() && i < told_max; ++i)
    sink(fmt::format("::error title={}::{}: {}\n", workflow_escaped(command_id, true),
                     to_text(tests[i].standing), workflow_escaped(tests[i].id, false)));
}

void write_github_spot(std::string_view command_id, const SourceSpot& spot, const TextSink& sink) {
  sink(fmt::format("::error file={},line={},title={}::{}\n", workflow_escaped(spot.path, true),
                   spot.line, workflow_escaped(command_id, true),
                   workflow_escaped(spot.message, false)));
}

void write_github_summary(const State& state, const TextSink& sink) {
  const core::verify::Verdict verdict = core::verify::verdict_of(state);
  sink(
      fmt::format("### assay verify: {}\n\n{}\n\n| gate | status | tests | time | what "
                  "|\n|---|---|---|---|---|\n",
                  to_text(verdict.overall), verdict.why));
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandSpec& spec = state.plan->manifest.commands[unit];
    const CommandState& command = state.commands[unit];
    std::string what;
    for (const char c : printable(core::verify::summary_line(state, unit))) {
      if (c == '|' || c == '<' || c == '`') what.push_back('\\');
      what.push_back(c);
    }
    sink(fmt::format("| {} | {} | {} | {} | {} |\n", spec.id, shown_status(spec, command),
                     command.tests_executed < 0 ? "" : std::to_string(command.tests_executed),
                     to_human(Millis{command.duration_ms}), what));
  }
}

}  // namespace assay::format
