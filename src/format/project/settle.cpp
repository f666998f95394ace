// SPDX-License-Identifier: MIT
// From candidates and what trying them showed to the gates that are written. The rule: what the
// project runs itself and what passes is required; a test that ran and said no stays required, it
// is never exchanged for another that says yes; what could not run here is left out only where
// other tests of the same folder were counted.
#include "format/project/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::format {
namespace {

using core::verify::GateType;

constexpr std::size_t changed_told_max = 3;

/// Words of tools that miss something on this machine, not in the code.
constexpr const char* missing_words[] = {"command not found",
                                         "No module named",
                                         "ModuleNotFoundError",
                                         "Cannot find module",
                                         "Cannot find package",
                                         "ERR_MODULE_NOT_FOUND",
                                         "MODULE_NOT_FOUND",
                                         "not found: npx",
                                         "Could NOT find",
                                         "Could not find a package",
                                         "No rule to make target",
                                         "unrecognized arguments",
                                         "Can't locate ",
                                         "there is no package called",
                                         "Could not find gem",
                                         "GemNotFound",
                                         "Bundler::",
                                         "cannot load such file",
                                         "cannot find -l",
                                         "No such file or directory",
                                         "Dependency lookup for",
                                         "not found, tried pkgconfig",
                                         "Could not resolve host",
                                         "Temporary failure in name resolution",
                                         "Network is unreachable",
                                         "getaddrinfo",
                                         "EAI_AGAIN",
                                         "unknown option",
                                         "No tests were found",
                                         "no tests ran",
                                         "NO TESTS RAN",
                                         "Ran 0 tests",
                                         "No tests to run",
                                         "Unchecked dependencies",
                                         "Can't continue due to errors on dependencies",
                                         "Library \"",
                                         "error: no such command",
                                         "is not recognized",
                                         "Unknown command",
                                         "not installed",
                                         "cannot find package",
                                         "no required module provides package",
                                         "dial tcp",
                                         "module not found",
                                         "' not found:",
                                         "no such file or directory",
                                         "ENOENT",
                                         "Could not find a version",
                                         "spurious network error",
                                         "failed to download",
                                         "failed to get `",
                                         "possibly undefined macro",
                                         "required file not found",
                                         "missing: ",
                                         "is missing on your system",
                                         "No package '",
                                         "requires a newer version",
                                         "could not find `Cargo.toml`",
                                         "Failed to open",
                                         "error while loading shared libraries"};

bool misses_something(std::string_view text) {
  return std::any_of(std::begin(missing_words), std::end(missing_words),
                     [&](const char* words) { return contains(text, words); });
}

bool has_any_tests(const Trial& trial) { return trial.tests > 0; }

using Trials = std::map<std::size_t, const Trial*>;

Trials by_gate(const std::vector<Trial>& trials) {
  Trials known;
  for (const Trial& trial : trials) known[trial.gate] = &trial;
  return known;
}

Standing standing_of(const ProjectPlan& plan, const Trials& trials, std::size_t index) {
  const auto at = trials.find(index);
  return at == trials.end() ? Standing::untried : standing_after(plan.gates[index], *at->second);
}

std::vector<std::size_t> alternatives(const ProjectPlan& plan, const std::string& slot) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < plan.gates.size(); ++i) {
    if (plan.gates[i].slot == slot) indices.push_back(i);
  }
  return indices;
}

/// The alternative of a slot that will be written.
std::size_t chosen_of(const ProjectPlan& plan, const Trials& trials, const std::string& slot) {
  const std::vector<std::size_t> all = alternatives(plan, slot);
  std::optional<std::size_t> green;
  std::optional<std::size_t> open;
  for (const std::size_t index : all) {
    const Standing standing = standing_of(plan, trials, index);
    if (standing == Standing::passed) return index;
    if (standing == Standing::failed && !green) return index;
    if (standing == Standing::uncounted && !green) green = index;
    const bool undecided = standing == Standing::slow || standing == Standing::untried;
    if (undecided && !open) open = index;
  }
  if (green) return *green;
  if (trials.empty()) return all.front();
  if (open) return *open;
  // None can run here: the one that came furthest tells most about what is missing.
  const auto started = std::find_if(all.begin(), all.end(), [&](std::size_t index) {
    const auto at = trials.find(index);
    return at != trials.end() && at->second->exit_code != 126 && at->second->exit_code != 127;
  });
  return started == all.end() ? all.front() : *started;
}

bool slot_passed(const ProjectPlan& plan, const Trials& trials, const std::string& slot) {
  const std::vector<std::size_t> all = alternatives(plan, slot);
  return std::any_of(all.begin(), all.end(), [&](std::size_t index) {
    return standing_of(plan, trials, index) == Standing::passed;
  });
}

bool is_decided(const ProjectPlan& plan, const Trials& trials, const std::string& slot) {
  const std::vector<std::size_t> all = alternatives(plan, slot);
  return std::any_of(all.begin(), all.end(), [&](std::size_t index) {
    const Standing standing = standing_of(plan, trials, index);
    return standing == Standing::passed || standing == Standing::failed ||
           standing == Standing::slow;
  });
}

/// Another test gate was counted: in the same folder, or anywhere.
bool others_tested(const std::vector<Gate>& gates, const Gate& gate, bool same_folder) {
  return std::any_of(gates.begin(), gates.end(), [&](const Gate& other) {
    return other.slot != gate.slot && other.gate_type == GateType::test &&
           other.standing == Standing::passed && (!same_folder || other.folder == gate.folder);
  });
}

bool is_green(Standing standing) {
  return standing == Standing::passed || standing == Standing::uncounted;
}

enum class Fate : std::uint8_t { required, optional, dropped };

Fate fate_of_test(const Gate& gate, const std::vector<Gate>& gates) {
  const bool aside = gate.extra || gate.second;
  switch (gate.standing) {
    case Standing::passed: return Fate::required;
    case Standing::failed:
      return gate.extra && others_tested(gates, gate, false) ? Fate::dropped : Fate::required;
    case Standing::uncounted:
      return aside && others_tested(gates, gate, true) ? Fate::dropped : Fate::required;
    case Standing::unready:
      return (aside && others_tested(gates, gate, false)) || others_tested(gates, gate, true)
                 ? Fate::dropped
                 : Fate::required;
    case Standing::slow:
    case Standing::untried:
      return aside && others_tested(gates, gate, true) ? Fate::optional : Fate::required;
  }
  return Fate::required;
}

Fate fate_of_build(const Gate& gate, const std::vector<Gate>& gates) {
  const bool wanted = std::any_of(gates.begin(), gates.end(), [&](const Gate& other) {
    return other.needs == gate.slot && is_green(other.standing);
  });
  if (gate.standing == Standing::passed || wanted) return Fate::required;
  const bool tested = others_tested(gates, gate, true);
  if (gate.standing == Standing::failed && tested)
    return gate.second ? Fate::dropped : Fate::optional;
  if (gate.standing == Standing::unready && tested) return Fate::dropped;
  if (gate.standing == Standing::slow && gate.second && tested) return Fate::optional;
  return Fate::required;
}

Fate fate_of_reader(const Gate& gate, bool trying) {
  if (gate.standing == Standing::passed) return Fate::required;
  if (gate.standing == Standing::untried || gate.standing == Standing::slow)
    return trying ? Fate::optional : Fate::required;
  return Fate::dropped;
}

std::string why_left_out(const Gate& gate) {
  const std::string seen = gate.seen.empty() ? "" : ": " + gate.seen;
  switch (gate.standing) {
    case Standing::unready: return "cannot run here" + seen;
    case Standing::failed: return "fails" + seen;
    case Standing::uncounted: return "does not tell how many tests ran";
    case Standing::slow: return "took too long";
    case Standing::untried: return "not tried";
    case Standing::passed: return "changes files" + seen;
  }
  return {};
}

void number_stages(std::vector<Gate>& gates) {
  const auto kind = [](const Gate& gate) {
    return gate.gate_type == GateType::build ? 0 : gate.gate_type == GateType::test ? 2 : 1;
  };
  bool there[3] = {};
  for (const Gate& gate : gates) there[kind(gate)] = true;
  for (Gate& gate : gates) {
    gate.stage = 0;
    for (int k = 0; k < kind(gate); ++k) gate.stage += there[k] ? 1 : 0;
  }
  std::stable_sort(gates.begin(), gates.end(),
                   [](const Gate& a, const Gate& b) { return a.stage < b.stage; });
}

/// A second build system whose tests are left out would only cost time.
void drop_idle_builds(const std::vector<Gate>& chosen, std::vector<Gate>& written) {
  const auto needed_by = [](const std::vector<Gate>& gates, const std::string& slot) {
    return std::any_of(gates.begin(), gates.end(),
                       [&](const Gate& gate) { return gate.needs == slot; });
  };
  written.erase(std::remove_if(written.begin(), written.end(),
                               [&](const Gate& gate) {
                                 return gate.second && gate.gate_type == GateType::build &&
                                        needed_by(chosen, gate.slot) &&
                                        !needed_by(written, gate.slot);
                               }),
                written.end());
}

/// Carries what trying showed into the gate.
void take_trial(Gate& gate, const Trial& trial, Standing standing) {
  gate.standing = standing;
  gate.seen = trial.line;
  if (standing == Standing::uncounted && trial.tests != 0 && gate.origin != Provenance::inferred)
    gate.counted = false;
  if (trial.changed.empty()) return;
  std::string files;
  for (std::size_t i = 0; i < trial.changed.size() && i < changed_told_max; ++i)
    files += (i == 0 ? "" : ", ") + trial.changed[i];
  if (trial.changed.size() > changed_told_max) files += ", ...";
  gate.mutates_workspace = true;
  gate.parallel_safe = false;
  gate.comment += (gate.comment.empty() ? "changes " : "; changes ") + files;
  if (standing == Standing::passed && gate.gate_type != GateType::test) gate.seen = files;
}

/// A build that runs the tests too: its output counts them, and nothing else in its folder does.
void name_test(const ProjectPlan& plan, const Trial& trial, Gate& gate) {
  const bool others = std::any_of(plan.gates.begin(), plan.gates.end(), [&](const Gate& other) {
    return other.gate_type == GateType::test && other.folder == gate.folder;
  });
  if (gate.gate_type != GateType::build || !trial.passed || trial.tests <= 0 || others) return;
  gate.gate_type = GateType::test;
  gate.comment += gate.comment.empty() ? "it runs tests" : "; it runs tests";
}

std::vector<Gate> choose_all(const ProjectPlan& plan, const Trials& known) {
  std::vector<Gate> chosen;
  for (const Gate& gate : plan.gates) {
    const bool done = std::any_of(chosen.begin(), chosen.end(),
                                  [&](const Gate& other) { return other.slot == gate.slot; });
    if (done) continue;
    const std::size_t index = chosen_of(plan, known, gate.slot);
    Gate one = plan.gates[index];
    if (const auto at = known.find(index); at != known.end())
      take_trial(one, *at->second, standing_after(one, *at->second));
    if (const auto at = known.find(index); at != known.end()) name_test(plan, *at->second, one);
    chosen.push_back(std::move(one));
  }
  return chosen;
}

}  // namespace

std::string missing_line(std::string_view output) {
  for (const std::string_view line : project::lines_of(output)) {
    if (misses_something(line)) return std::string{trimmed(line)};
  }
  return {};
}

Standing standing_after(const Gate& gate, const Trial& trial) {
  const bool test = gate.gate_type == GateType::test;
  if (trial.timed_out) return Standing::slow;
  // make calls a folder named like its target up to date: nothing ran.
  const bool idle = test && !trial.effective && !contains(gate.command, " && ./") &&
                    project::contains_any(trial.output, {"is up to date", "Nothing to be done"});
  if (trial.passed && idle) return Standing::unready;
  if (trial.passed) return !test || trial.effective ? Standing::passed : Standing::uncounted;
  if (trial.exit_code == 126 || trial.exit_code == 127) return Standing::unready;
  if (test && has_any_tests(trial)) return Standing::failed;
  return misses_something(trial.output) ? Standing::unready : Standing::failed;
}

std::optional<std::size_t> next_to_try(const ProjectPlan& plan, const std::vector<Trial>& trials) {
  const Trials known = by_gate(trials);
  for (std::size_t i = 0; i < plan.gates.size(); ++i) {
    const Gate& gate = plan.gates[i];
    if (!gate.tried || known.count(i) > 0 || is_decided(plan, known, gate.slot)) continue;
    if (!gate.needs.empty() && !slot_passed(plan, known, gate.needs)) continue;
    return i;
  }
  return std::nullopt;
}

ProjectPlan settle(ProjectPlan plan, const std::vector<Trial>& trials) {
  const Trials known = by_gate(trials);
  const std::vector<Gate> chosen = choose_all(plan, known);
  std::vector<Gate> written;
  for (Gate gate : chosen) {
    const bool test = gate.gate_type == GateType::test;
    const bool build = gate.gate_type == GateType::build;
    // A test whose build could not be made stands as its build does.
    if (test && !gate.needs.empty() && gate.standing == Standing::untried) {
      for (const Gate& other : chosen) {
        if (other.slot == gate.needs && other.standing != Standing::passed)
          gate.standing =
              gate.second && other.standing != Standing::slow ? Standing::unready : other.standing;
      }
    }
    Fate fate = test    ? fate_of_test(gate, chosen)
                : build ? fate_of_build(gate, chosen)
                        : fate_of_reader(gate, !trials.empty());
    const bool rewrites = !test && !build && gate.mutates_workspace;
    if (rewrites) fate = Fate::dropped;
    if (fate == Fate::dropped) {
      plan.left_out.push_back({gate.command, why_left_out(gate)});
      continue;
    }
    gate.required = fate == Fate::required;
    written.push_back(std::move(gate));
  }
  drop_idle_builds(chosen, written);
  number_stages(written);
  plan.gates = std::move(written);
  const bool tested = std::any_of(plan.gates.begin(), plan.gates.end(), [](const Gate& gate) {
    return gate.gate_type == GateType::test && gate.required;
  });
  if (!tested && !plan.gates.empty())
    plan.notes.insert(
        plan.notes.begin(),
        plan.has_test_files
            ? "NO TEST GATE: the tree has files that look like tests, but no way to run them "
              "was found; a PASS says nothing about them"
            : "NO TEST GATE: no tests were found, so a PASS says only that the gates below passed");
  return plan;
}

}  // namespace assay::format
