// SPDX-License-Identifier: MIT
#include "face/cli/init_try.h"

#include "api/verify.h"
#include "core/verify/plan.h"
#include "core/verify/verdict.h"
#include "format/runners.h"
#include "format/text/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace assay::cli {

namespace {

using core::verify::GateType;
using Steady = std::chrono::steady_clock;

constexpr std::size_t output_bytes_max = 24U << 10;

Millis passed_since(Steady::time_point start) {
  return std::chrono::duration_cast<Millis>(Steady::now() - start);
}

/// One live line while a candidate runs; nothing where nobody looks.
class TryLine final : public shell::Audience {
 public:
  TryLine(Session& session, std::string what) : session_(session), what_(std::move(what)) {
    tick();
  }
  ~TryLine() override { clear(); }

  void tick() override {
    if (!session_.screen.live || session_.quiet) return;
    session_.screen.measure();
    const std::string time = fmt::format(" ({} s)", passed_since(begun_).count() / 1000);
    const std::size_t width = static_cast<std::size_t>(std::max(20, session_.screen.width - 1));
    std::string line = "trying " + what_;
    if (line.size() + time.size() > width) line.resize(width - std::min(width, time.size()));
    session_.note("\r\x1b[K" + line + time);
    shown_ = true;
  }
  Millis period() const override { return session_.screen.live ? Millis{200} : Millis{60'000}; }
  void clear() {
    if (shown_) session_.note("\r\x1b[K");
    shown_ = false;
  }

 private:
  Session& session_;
  std::string what_;
  Steady::time_point begun_ = Steady::now();
  bool shown_ = false;
};

api::VerifyRequest request_for(const format::Gate& gate, Millis limit) {
  core::verify::CommandSpec spec;
  spec.id = gate.id;
  spec.command = gate.command;
  spec.gate_type = gate.gate_type;
  spec.must_be_effective = gate.gate_type == GateType::test;
  spec.timeout = limit;
  if (!gate.report.empty()) {
    auto extras = std::make_shared<core::verify::CommandExtras>();
    extras->report = gate.report;
    spec.extras = std::move(extras);
  }
  api::VerifyRequest request;
  request.manifest.flaky_retry_limit = 0;
  request.manifest.commands.push_back(std::move(spec));
  return request;
}

/// The beginning and the end of what it printed.
std::string output_of(Session& session, const core::verify::State& state) {
  const std::string path = core::verify::log_path(state, 0);
  if (path.empty()) return {};
  auto log = session.outside.files().read(path, 64U << 20);
  if (!log) return {};
  std::string text = log.take();
  if (text.size() <= 2 * output_bytes_max) return text;
  return text.substr(0, output_bytes_max) + "\n" + text.substr(text.size() - output_bytes_max);
}

/// "sh: 1: eslint: not found", of a shell that a package manager or make started.
std::string shells_complaint(const std::string& output) {
  for (std::size_t end = output.size(); end > 0;) {
    const std::size_t begin = output.rfind('\n', end - 1);
    const std::size_t from = begin == std::string::npos ? 0 : begin + 1;
    const std::string line = output.substr(from, end - from);
    for (const char* words : {": not found", ": command not found", ": Permission denied"}) {
      if (line.ends_with(words)) return line;
    }
    end = from == 0 ? 0 : from - 1;
  }
  return {};
}

/// The line that tells most about why it did not pass.
std::string telling_line(const core::verify::CommandState& command, const std::string& output) {
  if (command.exit_code == 126 || command.exit_code == 127) {
    if (const std::string line = shells_complaint(output); !line.empty())
      return format::printable(line).substr(0, 160);
  }
  if (command.exit_code != 0 && command.tests_executed <= 0) {
    if (const std::string line = format::missing_line(output); !line.empty())
      return format::printable(line).substr(0, 160);
  }
  if (command.notes) {
    for (const std::string& line : command.notes->excerpt) {
      const bool by_assay = line.starts_with("assay: ");
      if (!by_assay && line.find_first_not_of(" \t-=~*") != std::string::npos)
        return first_line(line).substr(0, 160);
    }
    if (!command.notes->ineffective_reason.empty() && command.exit_code == 0)
      return first_line(command.notes->ineffective_reason).substr(0, 160);
    if (!command.notes->detail.empty()) return first_line(command.notes->detail).substr(0, 160);
  }
  std::size_t end = output.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t begin = output.rfind('\n', end);
  return format::printable(output.substr(begin == std::string::npos ? 0 : begin + 1,
                                         end - (begin == std::string::npos ? 0 : begin + 1) + 1))
      .substr(0, 160);
}

format::Trial trial_from(Session& session, std::size_t gate, const format::Gate& candidate,
                         const core::verify::State& state) {
  const core::verify::CommandState& command = state.commands.front();
  format::Trial trial;
  trial.gate = gate;
  trial.exit_code = command.exit_code;
  trial.passed = command.exit_code == 0;
  trial.timed_out = command.reason == core::verify::Reason::timeout;
  trial.tests = command.tests_executed;
  trial.effective =
      trial.passed && command.effective && command.status == core::verify::Status::pass;
  trial.output = output_of(session, state);
  if (candidate.gate_type != GateType::test)
    trial.tests = format::read_runner_output(candidate.command, trial.output).executed;
  if (!trial.passed || !trial.effective) trial.line = telling_line(command, trial.output);
  return trial;
}

std::string word_for(const format::Gate& gate, const format::Trial& trial) {
  const format::Standing standing = format::standing_after(gate, trial);
  switch (standing) {
    case format::Standing::passed:
      return gate.gate_type == GateType::test
                 ? fmt::format("passed, {} {}", trial.tests, trial.tests == 1 ? "test" : "tests")
                 : "passed";
    case format::Standing::uncounted:
      return trial.tests > 0 ? "passed, but proves nothing: " + trial.line
                             : "passed, but does not tell how many tests ran";
    case format::Standing::failed: return "failed: " + trial.line;
    case format::Standing::unready: return "cannot run here: " + trial.line;
    case format::Standing::slow: return "stopped, took too long";
    case format::Standing::untried: break;
  }
  return {};
}

/// Watches what the candidates do to the files git sees.
class TreeWatch {
 public:
  TreeWatch(Session& session, const api::Place& place) {
    const auto names = session.outside.output_of(
        {"git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "ls-files"},
        place.workspace);
    if (!names) return;
    std::size_t begin = 0;
    while (begin < names->size()) {
      const std::size_t end = std::min(names->find('\n', begin), names->size());
      tracked_.insert(names->substr(begin, end - begin));
      begin = end + 1;
    }
    auto trees =
        session.outside.open_trees(place.workspace, place.state_dir, shell::TreeMemory::believed);
    if (trees) trees_ = trees.take();
    look();
  }

  /// Tracked files that changed since the last look. Others are by-products.
  std::vector<std::string> look() {
    if (!trees_) return {};
    core::ObserveTree wanted{{}, "init", last_, {}, true};
    const auto sight = trees_->observe(wanted);
    if (!sight) return {};
    last_ = sight->digest.hex();
    std::vector<std::string> changed;
    for (const std::string& path : sight->changed) {
      if (tracked_.contains(path)) changed.push_back(path);
    }
    return changed;
  }

 private:
  std::set<std::string> tracked_;
  std::unique_ptr<shell::Trees> trees_;
  std::string last_;
};

}  // namespace

Tried try_gates(Session& session, const api::Place& place, const format::ProjectPlan& plan,
                const TryLimits& limits) {
  Tried tried;
  api::Place aside = place;
  aside.state_dir += "/init";
  const Steady::time_point begun = Steady::now();
  TreeWatch watch(session, aside);
  while (const auto next = format::next_to_try(plan, tried.trials)) {
    const Millis left = limits.total - passed_since(begun);
    if (left < Millis{1000}) {
      tried.time_up = true;
      break;
    }
    const format::Gate& gate = plan.gates[*next];
    const std::string what = format::printable(gate.command);
    TryLine line(session, what);
    const Steady::time_point started = Steady::now();
    const auto run = api::run_verify(request_for(gate, std::min(left, limits.each)), aside,
                                     session.outside, line);
    line.clear();
    if (!run) {
      session.problem("assay: trying " + what + ": " + run.error().what + "\n");
      break;
    }
    if (run->cancelled) {
      tried.stopped = true;
      return tried;
    }
    format::Trial trial = trial_from(session, *next, gate, *run);
    trial.changed = watch.look();
    session.note(fmt::format("tried {}: {}  ({:.1f} s)\n", what, word_for(gate, trial),
                             static_cast<double>(passed_since(started).count()) / 1000));
    tried.trials.push_back(std::move(trial));
  }
  return tried;
}

}  // namespace assay::cli
