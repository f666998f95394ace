// SPDX-License-Identifier: MIT
#include "api/trial.h"

#include "api/verify.h"
#include "base/text/escape.h"
#include "core/verify/plan.h"
#include "core/verify/verdict.h"
#include "format/runners.h"

#include <algorithm>
#include <set>

namespace assay::api {

namespace {

using core::verify::GateType;

constexpr std::size_t output_bytes_max = 24U << 10;
constexpr Millis least_try{1000};
constexpr std::size_t leaves_max = 20;

std::string first_line_of(const std::string& text) {
  return printable(text.substr(0, text.find('\n')));
}

VerifyOrder order_for(const format::Gate& gate, Millis limit) {
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
  VerifyOrder order;
  order.manifest.flaky_retry_limit = 0;
  order.manifest.commands.push_back(std::move(spec));
  return order;
}

/// The beginning and the end of what it printed.
std::string output_of(const Site& site, const core::verify::State& state) {
  const std::string path = core::verify::log_path(state, 0);
  if (path.empty()) return {};
  auto log = site.files().read(path, 64U << 20);
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
      return printable(line).substr(0, 160);
  }
  if (command.exit_code != 0 && command.tests_executed <= 0) {
    if (const std::string line = format::missing_line(output); !line.empty())
      return printable(line).substr(0, 160);
  }
  if (command.notes) {
    for (const std::string& line : command.notes->excerpt) {
      const bool by_assay = line.starts_with("assay: ");
      if (!by_assay && line.find_first_not_of(" \t-=~*") != std::string::npos)
        return first_line_of(line).substr(0, 160);
    }
    if (!command.notes->ineffective_reason.empty() && command.exit_code == 0)
      return first_line_of(command.notes->ineffective_reason).substr(0, 160);
    if (!command.notes->detail.empty()) return first_line_of(command.notes->detail).substr(0, 160);
  }
  std::size_t end = output.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t begin = output.rfind('\n', end);
  return printable(output.substr(begin == std::string::npos ? 0 : begin + 1,
                                 end - (begin == std::string::npos ? 0 : begin + 1) + 1))
      .substr(0, 160);
}

format::Trial trial_from(const Site& site, std::size_t gate, const format::Gate& candidate,
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
  trial.output = output_of(site, state);
  if (candidate.gate_type != core::verify::GateType::test)
    trial.tests = format::read_runner_output(candidate.command, trial.output).executed;
  if (!trial.passed || !trial.effective) trial.line = telling_line(command, trial.output);
  return trial;
}

/// Watches what the candidates do to the files git sees.
class TreeWatch {
 public:
  explicit TreeWatch(const Site& site) {
    const auto names = site.outside.output_of(
        {"git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "ls-files"},
        site.place.workspace);
    if (!names) return;
    std::size_t begin = 0;
    while (begin < names->size()) {
      const std::size_t end = std::min(names->find('\n', begin), names->size());
      tracked_.insert(names->substr(begin, end - begin));
      begin = end + 1;
    }
    auto trees = site.outside.open_trees(site.place.workspace, site.place.state,
                                         shell::TreeMemory::believed);
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

/// Files by their names, those in new folders by the folder.
void note_left(std::vector<std::string>& globs, const std::vector<core::ByProduct>& left) {
  for (const core::ByProduct& each : left) {
    const std::size_t slash = each.path.find('/');
    std::string glob = slash == std::string::npos ? each.path : each.path.substr(0, slash) + "/**";
    const bool known = std::find(globs.begin(), globs.end(), glob) != globs.end();
    if (!known && globs.size() < leaves_max) globs.push_back(std::move(glob));
  }
}

}  // namespace

Tried try_gates(const format::ProjectPlan& plan, const TryLimits& limits, const Site& site,
                TryAudience& audience) {
  Tried tried;
  Site aside = site;
  aside.place.state = site.place.state.aside("init");
  shell::Clock& clock = site.outside.clock();
  const Instant begun = clock.now();
  TreeWatch watch(aside);
  while (const auto next = format::next_to_try(plan, tried.trials)) {
    const Instant started = clock.now();
    const Millis left = limits.total - (started - begun);
    tried.time_up = left < least_try;
    if (tried.time_up) break;
    const format::Gate& gate = plan.gates[*next];
    shell::Audience& watcher = audience.begun(gate);
    const auto run = verify(order_for(gate, std::min(left, limits.each)), aside, watcher);
    if (!run) {
      audience.failed(gate, run.error());
      break;
    }
    const auto& state = run->as<core::verify::State>();
    tried.stopped = state.cancelled;
    if (tried.stopped) break;
    note_left(tried.leaves, state.tree.by_products);
    format::Trial trial = trial_from(site, *next, gate, state);
    trial.changed = watch.look();
    audience.tried(gate, trial, clock.now() - started);
    tried.trials.push_back(std::move(trial));
  }
  return tried;
}

}  // namespace assay::api
