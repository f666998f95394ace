// SPDX-License-Identifier: MIT
#include "scenarios/transcript.h"

#include "core/verify/manifest.h"

#include <charconv>

namespace assay::scenarios {

using core::ExitKind;
using core::verify::CommandSpec;
using core::verify::GateType;

Error unknown(std::string_view what) {
  return {Fault::bad_input, "what is '" + std::string(what) + "'?"};
}

Setting setting(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return {word, ""};
  return {word.substr(0, equals), word.substr(equals + 1)};
}

Result<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return unknown(text);
  return value;
}

namespace {

Result<GateType> gate_type(std::string_view text) {
  for (int i = 0; i < 6; ++i) {
    if (to_text(static_cast<GateType>(i)) == text) return static_cast<GateType>(i);
  }
  return unknown(text);
}

}  // namespace

Result<core::LintFinding> read_finding(const std::string& rule) {
  using core::LintRule;
  const std::map<std::string, LintRule> rules = {{"masked", LintRule::masked},
                                                 {"constant", LintRule::constant},
                                                 {"detaches", LintRule::detaches},
                                                 {"opts_out", LintRule::opts_out},
                                                 {"unparsable", LintRule::unparsable}};
  const auto found = rules.find(rule);
  if (found == rules.end()) return unknown(rule);
  return core::LintFinding{found->second, 0, rule, "its text is " + rule};
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ' ' || c == '[' || c == ']')) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word.push_back(c);
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

/// "a,b"
static std::vector<std::string> names_in(const std::string& value) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start < value.size();) {
    const std::size_t end = std::min(value.find(',', start), value.size());
    names.push_back(value.substr(start, end - start));
    start = end + 1;
  }
  return names;
}

Result<> Setup::read_command(std::string_view line) {
  const std::size_t colon = line.find(": ");
  const std::size_t bracket = std::min(line.find("  ["), line.size());
  if (colon == std::string_view::npos || bracket < colon) return unknown(line);
  CommandSpec spec;
  spec.id = line.substr(0, colon);
  spec.command = line.substr(colon + 2, bracket - colon - 2);
  core::CommandLint lint;
  std::uint32_t expected_ms = 0;
  bool says_effective = false;
  for (const std::string& word : words_of(line.substr(bracket))) {
    const auto [key, value] = setting(word);
    if (key == "gate")
      spec.gate_type = TRY(gate_type(value));
    else if (key == "stage")
      spec.stage = static_cast<std::int32_t>(TRY(number(value)));
    else if (key == "timeout")
      spec.timeout = TRY(parse_duration(value));
    else if (key == "took")
      expected_ms = static_cast<std::uint32_t>(TRY(parse_duration(value)).count());
    else if (key == "parallel")
      spec.parallel_safe = true;
    else if (key == "mutates")
      spec.mutates_workspace = true;
    else if (key == "optional")
      spec.required = false;
    else if (key == "effective")
      spec.must_be_effective = says_effective = true;
    else if (key == "any-effect")
      says_effective = true;
    else if (key == "zero-tests-ok")
      spec.allow_zero_tests = true;
    else if (key == "report")
      spec.extras = std::make_shared<const core::verify::CommandExtras>(
          core::verify::CommandExtras{"junit.xml", {}, {}});
    else if (key == "not-alone")
      plan_.known.not_alone.push_back(static_cast<std::uint32_t>(plan_.manifest.commands.size()));
    else if (key == "pipeline")
      lint.contains_pipeline = true;
    else if (key == "lint")
      lint.findings.push_back(TRY(read_finding(value)));
    else
      return unknown(word);
  }
  if (!says_effective) spec.must_be_effective = spec.required && spec.gate_type == GateType::test;
  const auto unit = static_cast<std::uint32_t>(plan_.manifest.commands.size());
  if (lint.contains_pipeline || !lint.findings.empty())
    core::verify::add_lint(plan_, unit, std::move(lint));
  plan_.manifest.commands.push_back(std::move(spec));
  plan_.expected_ms.push_back(expected_ms);
  return {};
}

/// known tests/* expired changed
Result<> Setup::read_known(const std::vector<std::string>& words) {
  core::verify::KnownFailure line;
  line.test = words[1];
  line.line = static_cast<std::uint32_t>(plan_.known.lines.size() + 1);
  plan_.known.file = "known.yaml";
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "expired") {
      line.expired = true;
      line.until = "2026-01-01";
    } else if (words[i] == "changed") {
      plan_.known.changed = true;
    } else {
      return unknown(words[i]);
    }
  }
  plan_.known.lines.push_back(std::move(line));
  return {};
}

/// base whole failed=a,b flaky=c fitting=d: of the first command
Result<> Setup::read_base(const std::vector<std::string>& words) {
  core::verify::TestsBefore before;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto [key, value] = setting(words[i]);
    if (key == "whole")
      before.whole = true;
    else if (key == "failed")
      before.failed = names_in(value);
    else if (key == "flaky")
      before.flaky = names_in(value);
    else if (key == "fitting")
      before.fitting = names_in(value);
    else
      return unknown(words[i]);
  }
  plan_.base.gates.push_back(std::move(before));
  return {};
}

Result<> Setup::read(std::string_view line) {
  if (line.starts_with("command ")) return read_command(line.substr(8));
  if (line.starts_with("agent ")) {
    agent_ = TRY(read_agent(line.substr(6)));
    return {};
  }
  if (line == "loop" || line.starts_with("loop ")) {
    if (!loop_) loop_.emplace();
    return read_loop(line.substr(4), *loop_);
  }
  if (line.starts_with("task ")) {
    if (!loop_) return unknown(line);
    return read_task(line.substr(5), *loop_);
  }
  const std::vector<std::string> words = words_of(line);
  if (words.size() > 1 && words[0] == "known") return read_known(words);
  if (words.size() > 1 && words[0] == "base") return read_base(words);
  if (words.size() != 2) return unknown(line);
  if (words[0] == "at") {
    now_ = midnight + TRY(parse_duration(words[1]));
  } else if (words[0] == "jobs") {
    plan_.jobs = static_cast<std::uint32_t>(TRY(number(words[1])));
  } else if (words[0] == "limit") {
    plan_.manifest.flaky_retry_limit = static_cast<std::int32_t>(TRY(number(words[1])));
  } else if (words[1] == "stop-after-failed-stage") {
    plan_.policy.stop_after_failed_stage = true;
  } else if (words[0] == "tree" && words[1] == "watched") {
    plan_.watches_tree = true;
  } else if (words[0] == "tree" && words[1] == "reused") {
    plan_.watches_tree = plan_.policy.reuse = true;
  } else if (words[0] == "tool") {
    plan_.tools.push_back({words[1], "as it was"});
  } else if (words[0] == "may-change") {
    plan_.policy.may_change.push_back(words[1]);
  } else if (words[1] == "flaky=fail") {
    plan_.policy.flaky = core::verify::FlakyPolicy::fail;
  } else {
    return unknown(line);
  }
  return {};
}

std::shared_ptr<core::verify::Plan> Setup::plan() const {
  auto plan = std::make_shared<core::verify::Plan>(plan_);
  plan->workspace = plan->cwd = "/workspace";
  plan->log_dir = "/logs";
  plan->manifest_digest = digest_of(plan->manifest);
  return plan;
}

std::shared_ptr<const core::loop::Plan> Setup::loop_plan() const {
  auto plan = std::make_shared<core::loop::Plan>(*loop_);
  if (!plan_.manifest.commands.empty()) plan->gates = this->plan();
  return plan;
}

void Setup::learn(const core::Effects& effects) {
  for (const core::Effect& effect : effects) {
    if (const auto* start = std::get_if<core::StartAttempt>(&effect))
      attempts_.push_back({start->launch.name, start->launch.key, start->launch.agent != nullptr});
    if (const auto* timer = std::get_if<core::WakeAt>(&effect))
      attempts_.push_back({timer->name, timer->key, false});
  }
}

Result<Setup::Attempt> Setup::attempt(const std::string& text) const {
  for (auto it = attempts_.rbegin(); it != attempts_.rend(); ++it) {
    const std::string label = it->name + "#" + std::to_string(it->key.attempt);
    if (label == text || it->name == text || it->name.starts_with(text + "-") ||
        it->name.ends_with("-" + text))
      return *it;
  }
  return Error{Fault::not_found, "nobody has started '" + text + "'"};
}

Result<std::uint32_t> Setup::unit(std::string_view id) const {
  if (agent_ && agent_->order.role == id) return 0U;
  const auto& commands = plan_.manifest.commands;
  for (std::uint32_t i = 0; i < commands.size(); ++i) {
    if (commands[i].id == id) return i;
  }
  if (id == "(tree)" && plan_.watches_tree) return static_cast<std::uint32_t>(commands.size());
  return Error{Fault::not_found, "no command is called '" + std::string(id) + "'"};
}

namespace {

struct About {
  core::AttemptKey key;
  std::string name;
  bool agent = false;
};

/// "unit#2"; "?#1" is an attempt of a command the manifest does not have.
Result<About> about(const std::string& text, const Setup& setup) {
  if (setup.names_attempts() && !text.starts_with("?")) {
    const Setup::Attempt found = TRY(setup.attempt(text));
    return About{found.key, found.name, found.agent};
  }
  const std::size_t hash = text.find('#');
  if (hash == std::string::npos) return unknown(text);
  const auto attempt = static_cast<std::uint32_t>(TRY(number(text.substr(hash + 1))));
  const std::string name = text.substr(0, hash);
  const bool agent = setup.agent().has_value();
  if (name == "?") return About{{1000, attempt}, "", agent};
  return About{{TRY(setup.unit(name)), attempt}, name, agent};
}

void name_errors(core::Reading& reading, std::int64_t errors) {
  core::TestsNamed named;
  named.errors = static_cast<std::uint64_t>(errors);
  reading.tests = std::make_shared<const core::TestsNamed>(named);
}

/// So many passed and are named beside the failures that were told.
void name_tests(core::Reading& reading, std::int64_t passed, bool by_report) {
  core::TestsNamed named;
  if (reading.tests) named = *reading.tests;
  named.passed = static_cast<std::uint64_t>(passed);
  named.failed = reading.failed_tests.size() - named.errors;
  named.counted = static_cast<std::uint64_t>(reading.tally.failed);
  named.by_report = by_report;
  reading.tests = std::make_shared<const core::TestsNamed>(named);
}

Result<> read_evidence(const std::string& word, core::Evidence& evidence) {
  const auto [key, value] = setting(word);
  core::Tally& tally = evidence.reading.tally;
  if (key == "code")
    evidence.exit.code = static_cast<int>(TRY(number(value)));
  else if (key == "signal")
    evidence.exit.signal = static_cast<int>(TRY(number(value)));
  else if (key == "why")
    evidence.exit.detail = value;
  else if (key == "tests")
    tally.executed = TRY(number(value));
  else if (key == "failed")
    tally.failed = TRY(number(value));
  else if (key == "passes")
    evidence.reading.passed_tests = names_in(value);
  else if (key == "fails")
    evidence.reading.failed_tests = names_in(value);
  else if (key == "report-names" || key == "console-names")
    name_tests(evidence.reading, TRY(number(value)), key == "report-names");
  else if (key == "errors")
    name_errors(evidence.reading, TRY(number(value)));
  else if (key == "skipped")
    tally.skipped = TRY(number(value));
  else if (key == "hint")
    tally.hint = value;
  else if (key == "by")
    tally.source = value;
  else if (key == "cached")
    tally.cached = true;
  else if (key == "marker")
    evidence.reading.cache_marker = value;
  else if (key == "transient")
    evidence.reading.transient = value;
  else if (key == "shows")
    evidence.reading.excerpt.push_back(value);
  else if (key == "orphan")
    evidence.orphans.push_back({4711, value});
  else if (key == "took")
    evidence.duration = TRY(parse_duration(value));
  else
    return unknown(word);
  return {};
}

Result<core::Event> read_end(const std::vector<std::string>& words, ExitKind kind,
                             const Setup& setup) {
  if (words.size() < 2) return unknown(words.front());
  const About what = TRY(about(words[1], setup));
  core::AttemptEnded ended{setup.now(), what.key, what.name, {}};
  core::Evidence& evidence = ended.evidence;
  evidence.exit = {kind, kind == ExitKind::exited ? 0 : -1, 0, ""};
  evidence.duration = Millis{1000};
  const bool ran = kind != ExitKind::spawn_failed && kind != ExitKind::unrecorded;
  if (ran)
    evidence.output.log_path =
        "/logs/" + what.name + "-attempt" + std::to_string(what.key.attempt) + ".log";
  auto said = std::make_shared<core::agent::Transcript>();
  const bool plays = what.agent;
  auto saying = std::make_shared<core::loop::Saying>();
  if (setup.names_attempts() && plays) {
    said->ending =
        kind == ExitKind::exited ? core::agent::Ending::success : core::agent::Ending::none;
    said->final_text = "so much for that";
  }
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (setup.loop() && read_signal(words[i], *saying, evidence)) continue;
    const Result<> heard = plays ? read_said(words[i], evidence, *said) : Error{};
    if (!heard) TRY(read_evidence(words[i], evidence));
  }
  if (setup.loop() && plays && ran) evidence.reading.saying = std::move(saying);
  if (plays && ran) {
    evidence.started = setup.now() - evidence.duration;
    evidence.transcript = std::move(said);
  }
  return core::Event{std::move(ended)};
}

/// "tree a#1 DIGEST head=H commit=C changed=FILE created=FILE"; a watched tree is named by its
/// digest too.
Result<core::Event> read_tree(const std::vector<std::string>& words, const Setup& setup) {
  const About what = TRY(about(words[1], setup));
  core::TreeObserved seen{setup.now(), what.key, words[2] == "unreadable" ? "" : words[2],
                          {},          {},       {}};
  seen.tree = seen.digest;
  for (std::size_t i = 3; i < words.size(); ++i) {
    const auto [key, value] = setting(words[i]);
    if (key == "head")
      seen.head = value;
    else if (key == "commit")
      seen.commits.push_back(value);
    else if (key == "changed")
      seen.changed.push_back(value);
    else if (key == "created")
      seen.created.push_back({value, "bytes"});
    else if (key == "touched")
      seen.touched.push_back(value);
    else if (key == "stamp")
      seen.stamps.push_back(value);
    else if (key == "linked")
      seen.linked = value;
    else
      return unknown(words[i]);
  }
  return core::Event{std::move(seen)};
}

/// "recalled (tree)#1 unit=RUN e2e=RUN": what earlier runs know.
Result<core::Event> read_recalled(const std::vector<std::string>& words, const Setup& setup) {
  const About what = TRY(about(words[1], setup));
  core::EvidenceRecalled known{setup.now(), what.key, {}};
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto [id, run] = setting(words[i]);
    core::Recalled result;
    result.unit = TRY(setup.unit(id));
    result.run_id = run;
    result.attempt = 1;
    result.tests_executed = 3;
    result.duration_ms = 1000;
    known.results.push_back(std::move(result));
  }
  return core::Event{std::move(known)};
}

/// "resumed with unit#1": what outlived the coordinator.
Result<core::Event> read_resumed(const std::vector<std::string>& words, const Setup& setup) {
  core::RunResumed resumed{setup.now()};
  for (std::size_t i = 2; i < words.size(); ++i)
    resumed.attached.push_back(TRY(about(words[i], setup)).key);
  return core::Event{std::move(resumed)};
}

Result<core::Event> read_start(const std::vector<std::string>& words, const Setup& setup) {
  if (setup.agent()) {
    return core::Event{core::RunStarted{setup.now(), "run",
                                        std::make_shared<const core::agent::Plan>(*setup.agent())}};
  }
  const bool is_old = words.size() > 1 && words[1] == "v0_1";
  if (setup.loop())
    return core::Event{core::RunStarted{setup.now(), "run", setup.loop_plan(),
                                        is_old ? core::Rules::v0_1 : core::rules_now}};
  std::shared_ptr<core::verify::Plan> plan = setup.plan();
  if (words.size() > 1 && words[1] != "mutated") return unknown(words[1]);
  if (words.size() > 1) plan->manifest_digest = digest_of("another manifest");
  return core::Event{core::RunStarted{setup.now(), "run", plan}};
}

}  // namespace

Result<core::Event> read_event(std::string_view line, const Setup& setup,
                               core::Outcome concluding) {
  const std::vector<std::string> words = words_of(line);
  if (words.empty()) return unknown(line);
  const std::map<std::string, ExitKind> ends = {
      {"exited", ExitKind::exited},         {"signaled", ExitKind::signaled},
      {"timed-out", ExitKind::timed_out},   {"stopped", ExitKind::cancelled},
      {"limited", ExitKind::limited},       {"spawn-failed", ExitKind::spawn_failed},
      {"unrecorded", ExitKind::unrecorded}, {"lost", ExitKind::lost},
      {"stalled", ExitKind::stalled},       {"held", ExitKind::held}};
  if (const auto end = ends.find(words[0]); end != ends.end())
    return read_end(words, end->second, setup);
  if (words[0] == "started") return read_start(words, setup);
  if (words[0] == "resumed") return read_resumed(words, setup);
  if (words[0] == "idle") return core::Event{core::WorldIdle{setup.now()}};
  if (words[0] == "cancel") {
    const bool for_good = words.size() > 1 && words[1] == "for-good";
    return core::Event{core::CancelRequested{setup.now(), "SIGINT", for_good}};
  }
  if (words[0] == "concluded") return core::Event{core::RunConcluded{setup.now(), concluding, ""}};
  if (words[0] == "drained" && words.size() == 2) {
    return core::Event{
        core::DrainReported{setup.now(), static_cast<std::uint32_t>(TRY(number(words[1])))}};
  }
  if (words[0] == "parked") return core::Event{core::RunParked{setup.now(), std::nullopt, ""}};
  if (words[0] == "woken" && words.size() == 2)
    return core::Event{core::Woken{setup.now(), TRY(about(words[1], setup)).key}};
  if (words[0] == "tree" && words.size() >= 3) return read_tree(words, setup);
  if (words[0] == "recalled" && words.size() >= 2) return read_recalled(words, setup);
  if (words[0] == "spending" && words.size() >= 2) {
    const About what = TRY(about(words[1], setup));
    return core::Event{core::SpendingReported{setup.now(), what.key,
                                              TRY(read_spent(std::span(words).subspan(2)))}};
  }
  return unknown(line);
}

}  // namespace assay::scenarios
