// SPDX-License-Identifier: MIT
#include "core/proof/mixtures.h"

#include "base/ensure.h"
#include "core/verify/sealing.h"
#include "core/verify/verdict.h"
#include "core/work/declared.h"
#include "core/work/test_files.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace assay::core::proof {

namespace {

using verify::CommandSpec;
using verify::GateType;
using work::Cell;
using work::CellStatus;

bool is_test_gate(const CommandSpec& spec) {
  return spec.gate_type == GateType::test && spec.required;
}

std::int32_t last_test_stage(const verify::Manifest& manifest) {
  std::int32_t last = std::numeric_limits<std::int32_t>::min();
  for (const CommandSpec& spec : manifest.commands) {
    if (is_test_gate(spec)) last = std::max(last, spec.stage);
  }
  return last;
}

/// A test, or what prepares one.
bool is_needed(const CommandSpec& spec, std::int32_t last_stage) {
  const bool prepares = spec.gate_type == GateType::build || spec.gate_type == GateType::custom;
  return is_test_gate(spec) || (prepares && spec.required && spec.stage <= last_stage);
}

Cell& cell_in(work::ProofSight& sight, Mixture mixture) {
  switch (mixture) {
    case Mixture::base: return sight.old_old;
    case Mixture::new_on_old: return sight.new_old;
    case Mixture::old_on_new: return sight.old_new;
    case Mixture::now: return sight.new_new;
    case Mixture::start_on_new: return sight.start_new;
    case Mixture::start: return sight.start_old;
  }
  return sight.new_new;
}

CellStatus status_of(verify::Status status) {
  switch (status) {
    case verify::Status::pass: return CellStatus::passed;
    case verify::Status::fail: return CellStatus::failed;
    case verify::Status::error: return CellStatus::none;
  }
  return CellStatus::none;
}

/// Every required command that does not pass was ended because it took too long.
bool only_timed_out(const verify::State& ran) {
  bool any = false;
  for (std::uint32_t unit = 0; unit < ran.commands.size(); ++unit) {
    const verify::CommandState& command = ran.commands[unit];
    if (!ran.plan->manifest.commands[unit].required || command.status == verify::Status::pass)
      continue;
    const bool late = command.reason == verify::Reason::timeout;
    const bool skipped = command.step == verify::Step::finished && command.attempts == 0;
    if (!late && !(any && skipped)) return false;
    any = true;
  }
  return any;
}

/// What passes in the workspace says something else in a copy of it, or nothing.
bool cannot_work(const Search& search) {
  const CellStatus now = search.sight.new_new.status;
  return search.tried_now &&
         (now == CellStatus::none || (search.passed_here && now != CellStatus::passed));
}

/// The gates get a copy of the mixture, with what a set-up makes there and nothing of anybody's
/// home.
bool is_sealed(const Question& question) {
  return question.gates.sealing.everywhere && verify::is_to_be_sealed(question.gates);
}

bool is_missing(const Cell& cell) { return cell.status == CellStatus::not_run; }

/// Of tests and code of the base and of now.
std::optional<Mixture> next_of_pair(const Search& search) {
  const work::ProofSight& sight = search.sight;
  if (!sight.tests_changed && (sight.unchanged || !sight.code_changed)) return std::nullopt;
  if (is_missing(sight.old_old)) return Mixture::base;
  if (is_missing(sight.new_new)) return Mixture::now;
  // A base that passes has shown that copies work.
  if (sight.old_old.status != CellStatus::passed && !search.tried_now) return Mixture::now;
  if (cannot_work(search)) return std::nullopt;
  if (!sight.tests_changed || !sight.code_changed) return std::nullopt;
  if (is_missing(sight.new_old) && !sight.unchanged) return Mixture::new_on_old;
  if (is_missing(sight.old_new)) return Mixture::old_on_new;
  return std::nullopt;
}

/// What failed when the run began fails now without anybody's doing.
std::optional<Mixture> next_of_start(const Search& search) {
  const work::ProofSight& sight = search.sight;
  const bool asked = !search.question.start_tests.empty() && sight.code_changed;
  if (!asked || cannot_work(search)) return std::nullopt;
  if (is_missing(sight.start_new)) return Mixture::start_on_new;
  const bool failed = sight.start_new.status == CellStatus::failed;
  return failed && is_missing(sight.start_old) ? std::optional(Mixture::start) : std::nullopt;
}

}  // namespace

bool is_compiled(std::string_view path) {
  return path.ends_with(".pyc") || path.find("__pycache__/") != std::string_view::npos;
}

Change split(const std::vector<std::string>& changed, const std::vector<std::string>& globs) {
  Change change;
  for (const std::string& path : changed) {
    if (path == "assay.yaml" || path == ".worktreeinclude") continue;
    if (is_compiled(path)) {
      change.compiled.push_back(path);
      continue;
    }
    const bool test = globs.empty() ? is_test_file(path) : work::is_declared(globs, path);
    if (test) {
      change.tests.push_back(path);
    } else if (!is_document(path) && !is_tool_litter(path)) {
      change.code.push_back(path);
    }
  }
  return change;
}

verify::Manifest test_gates(verify::Manifest manifest) {
  const std::int32_t last = last_test_stage(manifest);
  std::erase_if(manifest.commands, [&](const CommandSpec& spec) { return !is_needed(spec, last); });
  manifest.run_id.clear();
  return manifest;
}

verify::Plan test_plan(const verify::Plan& gates) {
  const std::int32_t last = last_test_stage(gates.manifest);
  verify::Plan plan = gates;
  plan.manifest.commands.clear();
  plan.manifest.run_id.clear();
  plan.lints.clear();
  plan.lint.clear();
  plan.expected_ms.clear();
  plan.known = {};
  plan.base = {};
  plan.watches_tree = false;
  for (std::uint32_t unit = 0; unit < gates.manifest.commands.size(); ++unit) {
    const CommandSpec& spec = gates.manifest.commands[unit];
    if (!is_needed(spec, last)) continue;
    const auto at = static_cast<std::uint32_t>(plan.manifest.commands.size());
    if (const CommandLint* lint = verify::lint_of(gates, unit)) verify::add_lint(plan, at, *lint);
    plan.manifest.commands.push_back(spec);
  }
  return plan;
}

bool has_tests(const verify::Manifest& manifest) {
  return std::any_of(manifest.commands.begin(), manifest.commands.end(),
                     [](const CommandSpec& spec) { return spec.gate_type == GateType::test; });
}

std::vector<std::string> flaky_tests(const verify::Plan* gates) {
  std::vector<std::string> names;
  if (gates == nullptr) return names;
  for (const verify::TestsBefore& gate : gates->base.gates)
    names.insert(names.end(), gate.flaky.begin(), gate.flaky.end());
  std::sort(names.begin(), names.end());
  return names;
}

work::Cell cell_of(const verify::State& ran, const Tallies& tallies,
                   const std::vector<std::string>& names) {
  const verify::Verdict verdict = verify::verdict_of(ran);
  Cell cell{.status = status_of(verdict.overall), .run_id = ran.run_id, .why = verdict.why};
  bool nothing = true;
  cell.timed_out = cell.status == CellStatus::none && only_timed_out(ran);
  for (std::uint32_t unit = 0; unit < ran.commands.size(); ++unit) {
    const CommandSpec& spec = ran.plan->manifest.commands[unit];
    const verify::CommandState& command = ran.commands[unit];
    const bool empty = command.exit_code == 0 && command.tests_executed == 0 && !command.masked;
    const bool test = spec.gate_type == GateType::test;
    if (spec.required && !(test && empty) && command.status != verify::Status::pass)
      nothing = false;
    if (test && !empty) nothing = false;
    if (!test) continue;
    work::GateSight& gate = cell.gates.emplace_back();
    gate.id = unit < names.size() ? names[unit] : spec.id;
    gate.executed = command.tests_executed;
    cell.flaky = cell.flaky || command.failed_before;
    if (command.notes) {
      gate.passed_tests = command.notes->passed_tests;
      gate.failed_tests = command.notes->failed_tests;
    }
    const auto tally = tallies.find(unit);
    if (tally == tallies.end()) continue;
    gate.skipped = tally->second.skipped;
    if (gate.executed >= 0) gate.failed = tally->second.failed;
  }
  cell.ran_nothing = nothing && !cell.gates.empty();
  return cell;
}

std::string key_of(const Question& question, std::string_view before, std::string_view now,
                   const Digest& tools) {
  Hasher hasher;
  const auto add = [&](std::string_view field) {
    hasher.update(std::to_string(field.size()) + ":").update(field);
  };
  add(before);
  add(now);
  add(question.start);
  add(question.unchanged ? "unchanged" : "");
  for (const std::string& path : question.change.tests) add(path);
  add("");
  for (const std::string& path : question.start_tests) add(path);
  add("");
  for (const std::string& test : question.flaky) add(test);
  add(verify::digest_of(question.gates.manifest).hex());
  add(question.gates.environment_digest.hex());
  add(question.gates.isolation);
  add(tools.hex());
  if (question.supplies) {
    add(question.supplies->setup);
    add(question.supplies->environment);
  }
  if (is_sealed(question)) add("sealed by " + question.gates.guarded_by);
  return hasher.finish().hex();
}

Search begin(Question question, work::Cell now) {
  Search search;
  work::ProofSight& sight = search.sight;
  sight.code_changed = !question.change.code.empty();
  sight.tests_changed = !question.change.tests.empty();
  // Tests that come alone have no code to notice: they may only not ask less.
  sight.unchanged = question.unchanged || !sight.code_changed;
  sight.read = question.texts.read;
  sight.gone = question.texts.gone;
  sight.asks_less = question.texts.asks_less;
  sight.renamed = question.texts.renamed;
  sight.rewritten = question.texts.rewritten;
  sight.flaky = question.flaky;
  search.passed_here = now.status == CellStatus::passed;
  sight.new_new = std::move(now);
  search.question = std::move(question);
  return search;
}

std::optional<Mixture> next_of(const Search& search) {
  if (!search.broken.empty()) return std::nullopt;
  const std::optional<Mixture> own = next_of_pair(search);
  return own ? own : next_of_start(search);
}

std::string directory_of(const Search& search) {
  ENSURE(search.mixture.has_value());
  return search.question.folder + "-" + std::string(to_text(*search.mixture));
}

namespace {

/// Where what is old in the mixture comes from.
const std::string& commit_of(const Search& search) {
  const Mixture mixture = *search.mixture;
  const bool of_start = mixture == Mixture::start || mixture == Mixture::start_on_new;
  return of_start ? search.question.start : search.question.base;
}

}  // namespace

OpenCopy copy_for(const Search& search, AttemptKey key) {
  return {.key = key,
          .workspace = search.question.workspace,
          .directory = directory_of(search),
          .commit = commit_of(search),
          .with_changes = *search.mixture != Mixture::start,
          .supplies = is_sealed(search.question) ? nullptr : search.question.supplies};
}

std::vector<std::string> restored_in(const Search& search) {
  ENSURE(search.mixture.has_value());
  const Change& change = search.question.change;
  std::vector<std::string> paths;
  const Mixture mixture = *search.mixture;
  if (mixture == Mixture::start) return paths;
  if (mixture == Mixture::start_on_new) paths = search.question.start_tests;
  if (mixture == Mixture::base || mixture == Mixture::new_on_old) paths = change.code;
  if (mixture == Mixture::base || mixture == Mixture::old_on_new)
    paths.insert(paths.end(), change.tests.begin(), change.tests.end());
  paths.insert(paths.end(), change.compiled.begin(), change.compiled.end());
  return paths;
}

RestoreFiles mix(const Search& search, AttemptKey key) {
  return {.key = key,
          .workspace = directory_of(search),
          .commit = commit_of(search),
          .paths = restored_in(search)};
}

CloseWork close_for(const Search& search, AttemptKey key) {
  return {.key = key,
          .workspace = search.question.workspace,
          .directory = directory_of(search),
          .branch = ""};
}

std::shared_ptr<const verify::Plan> gates_in(const Search& search, const std::string& prefix) {
  auto plan = std::make_shared<verify::Plan>(search.question.gates);
  const std::string directory = directory_of(search);
  const std::string name = prefix + "-" + std::string(to_text(*search.mixture));
  std::uint32_t number = 0;
  for (CommandSpec& spec : plan->manifest.commands) {
    ++number;
    spec.id = number == 1 ? name : name + "-" + std::to_string(number);
  }
  ENSURE(plan->cwd.size() >= plan->workspace.size());
  plan->cwd = directory + plan->cwd.substr(plan->workspace.size());
  plan->workspace = directory;
  plan->name_tests = true;
  if (is_sealed(search.question)) {
    plan->sealing.judged = search.question.change.tests;
    plan->sealing.judged.insert(plan->sealing.judged.end(), search.question.start_tests.begin(),
                                search.question.start_tests.end());
  } else {
    plan->sealing = {};  // a mixture is a copy
  }
  plan->keeps_outcomes = false;
  plan->policy.stop_after_failed_stage = true;
  plan->manifest_digest = verify::digest_of(plan->manifest);
  return plan;
}

void take(Search& search, const verify::State& ran) {
  ENSURE(search.mixture.has_value());
  if (*search.mixture == Mixture::now) search.tried_now = true;
  cell_in(search.sight, *search.mixture) = cell_of(ran, search.tallies, search.question.names);
  search.mixture.reset();
  search.tallies.clear();
}

work::Proof answer(const Search& search) {
  if (!search.broken.empty())
    return {.verdict = work::ProofVerdict::none, .why = "no copy: " + search.broken};
  if (cannot_work(search))
    return {.verdict = work::ProofVerdict::none,
            .why = "the gates do not pass in a copy of the tree (" + search.sight.new_new.why +
                   "): `workspace:` in assay.yaml says what copies need"};
  return work::judge(search.sight);
}

bool can_be_kept(const Search& search, const work::Proof& proof) {
  const work::ProofSight& sight = search.sight;
  const Cell* const cells[] = {&sight.old_old, &sight.new_old,   &sight.old_new,
                               &sight.new_new, &sight.start_new, &sight.start_old};
  return proof.verdict != work::ProofVerdict::none &&
         std::none_of(std::begin(cells), std::end(cells),
                      [](const Cell* cell) { return cell->flaky; });
}

std::string in_words(const work::Proof& proof) {
  constexpr std::size_t told_max = 5;
  std::string text = std::string(to_text(proof.verdict)) + ": " + proof.why;
  if (!proof.found_by.empty()) text += " (found by run " + proof.found_by + ")";
  std::size_t told = 0;
  for (const std::string& test : proof.tests) {
    if (told++ == told_max) break;
    text += (told == 1 ? ": " : ", ") + test;
  }
  if (proof.verdict != work::ProofVerdict::weakened) return text;
  told = 0;
  for (const work::Weakening& each : proof.weakened) {
    if (told++ == told_max) break;
    const std::string where =
        each.path + (each.path.empty() || each.test.empty() ? "" : " ") + each.test;
    text += "; " + (where.empty() ? "" : where + " ") + each.what;
  }
  return text;
}

bool is_out_of_order(const Search& search, const work::Proof& proof) {
  if (proof.verdict != work::ProofVerdict::none) return false;
  const work::ProofSight& sight = search.sight;
  // What new tests do to old code is the work of who wrote them.
  return !search.broken.empty() ||
         (sight.old_old.status == CellStatus::none && !sight.old_old.ran_nothing) ||
         cannot_work(search);
}

}  // namespace assay::core::proof
