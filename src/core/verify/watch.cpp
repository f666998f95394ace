// SPDX-License-Identifier: MIT
#include "core/verify/watch.h"

#include "base/ensure.h"
#include "core/verify/reuse.h"
#include "core/verify/verdict.h"
#include "core/work/declared.h"
#include "core/work/test_files.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace assay::core::verify {

namespace {

constexpr std::size_t named_max = 3;

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < named_max; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > named_max)
    text += " and " + std::to_string(names.size() - named_max) + " more";
  return text;
}

std::vector<std::string> ids_of(const State& state, const std::vector<std::uint32_t>& units) {
  std::vector<std::string> ids;
  for (const std::uint32_t unit : units) ids.push_back(state.plan->manifest.commands[unit].id);
  return ids;
}

/// Where the commands run, as seen from the workspace: empty, or with a slash at its end.
std::string folder_of(const Plan& plan) {
  const bool below = plan.cwd.starts_with(plan.workspace + "/");
  return below ? plan.cwd.substr(plan.workspace.size() + 1) + "/" : "";
}

/// What the project says gates may rewrite, their reports among it.
std::vector<std::string> may_change(const Plan& plan) {
  std::vector<std::string> globs = plan.policy.may_change;
  const std::string folder = folder_of(plan);
  for (const CommandSpec& spec : plan.manifest.commands) {
    if (spec.extras && !spec.extras->report.empty()) globs.push_back(folder + spec.extras->report);
  }
  return globs;
}

/// Those that matter: not what tools leave beside the work, nor what gates may rewrite.
std::vector<std::string> that_matter(const Plan& plan, const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  const std::vector<std::string> expected = may_change(plan);
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(files), [&](const std::string& path) {
    return !is_tool_litter(path) && !work::fits_one(expected, path);
  });
  return files;
}

/// Of the files that changed. A report that was there before and is written again is a by-product.
std::vector<std::string> files_that_matter(const State& state, const TreeObserved& seen) {
  std::vector<std::string> files = that_matter(*state.plan, seen.changed);
  std::set<std::string_view> made;
  for (const ByProduct& each : seen.created) made.insert(each.path);
  std::erase_if(files, [&](const std::string& path) { return made.contains(path); });
  if (seen.changed.empty()) files.emplace_back("files that could not be named");
  return files;
}

/// Files that were written while gates ran and have the bytes they had.
void find_touched(State& state, const TreeObserved& seen) {
  TreeWatch& watch = state.tree;
  TreeChange change{that_matter(*state.plan, seen.touched), watch.ran};
  if (seen.touched_more > 0)
    change.files.push_back(std::to_string(seen.touched_more) + " other files");
  const bool matters = !change.files.empty() && !change.gates.empty();
  if (matters) watch.touched.push_back(std::move(change));
}

void add_by_products(TreeWatch& watch, const TreeObserved& seen) {
  watch.by_products = seen.created;
  watch.more_by_products = seen.created_more;
}

ObserveTree named_look(const State& state, AttemptKey key, std::string name) {
  ObserveTree look{key, std::move(name)};
  look.named = true;
  look.without = state.plan->by_products;
  for (const std::string& path : state.tree.own) look.without.push_back({path, ""});
  look.remade = state.plan->remade;
  look.inputs = declared_inputs(*state.plan);
  return look;
}

/// A command whose whole purpose is to change the tree says nothing about the tree it leaves.
bool speaks_of_the_tree(const CommandSpec& spec) {
  switch (spec.gate_type) {
    case GateType::test:
    case GateType::typecheck:
    case GateType::lint: return true;
    case GateType::build:
    case GateType::format:
    case GateType::custom: return !spec.mutates_workspace;
  }
  return true;
}

void void_result(State& state, std::uint32_t unit, Reason reason, std::string why) {
  CommandState& command = state.commands[unit];
  if (command.status != Status::pass) return;  // what said no said it
  command.status = Status::error;
  command.reason = reason;
  command.said_no = true;
  command.note().detail = std::move(why);
  if (state.plan->manifest.commands[unit].required) state.stage_failed = true;
}

}  // namespace

std::vector<std::vector<std::string>> declared_inputs(const Plan& plan) {
  std::vector<std::vector<std::string>> lists;
  const std::string folder = folder_of(plan);
  for (const CommandSpec& spec : plan.manifest.commands) {
    if (!spec.extras || spec.extras->inputs.empty()) continue;
    std::vector<std::string>& globs = lists.emplace_back();
    for (std::string_view glob : spec.extras->inputs) {
      while (glob.starts_with("./")) glob.remove_prefix(2);
      globs.push_back(folder + std::string(glob));
    }
  }
  return lists;
}

const Tree* tree_of(const State& state, const CommandState& command) {
  const bool known =
      (command.attempts > 0 || command.is_reused) && command.tree < state.tree.trees.size();
  return known ? &state.tree.trees[command.tree] : nullptr;
}

bool is_about_now(const State& state, const CommandState& command) {
  return tree_of(state, command) != nullptr && command.tree >= state.tree.same_since;
}

std::uint32_t tree_unit(const State& state) {
  return static_cast<std::uint32_t>(state.commands.size());
}

ObserveTree look_at_tree(State& state, TreeLook why) {
  ENSURE(state.plan->watches_tree && why != TreeLook::none);
  TreeWatch& watch = state.tree;
  watch.look = why;
  ++watch.looks;
  ObserveTree look = named_look(state, {tree_unit(state), watch.looks}, "(tree)");
  if (why != TreeLook::start && watch.now() != nullptr) look.since = watch.now()->digest;
  look.guarding = {state.plan->guarded_by, protected_globs(state.plan->policy)};
  look.keep = true;  // who takes over, or asks for the status, wants to know what has changed since
  if (why != TreeLook::start) {
    for (const Tool& tool : state.plan->tools) look.programs.push_back(tool.path);
  }
  return look;
}

ObserveTree look_around(const State& state, std::uint32_t unit, std::uint32_t attempt) {
  ObserveTree look{{unit, attempt}, state.plan->manifest.commands[unit].id};
  if (!state.plan->watches_tree) return look;
  look = named_look(state, look.key, std::move(look.name));
  if (state.tree.now() != nullptr) look.since = state.tree.now()->digest;
  look.after_change = state.commands[unit].step == Step::observing_after;
  return look;
}

namespace {

/// True if it is another tree than the last one.
bool add_tree(TreeWatch& watch, const TreeObserved& seen) {
  watch.ran.clear();
  watch.by_bytes = seen.by_bytes;
  watch.inputs_at_end = seen.inputs;
  watch.linked_at_end = seen.linked;
  if (seen.digest.empty()) watch.problem = seen.problem.empty() ? "no reason told" : seen.problem;
  const Tree tree{seen.tree, seen.digest};
  if (watch.now() != nullptr && *watch.now() == tree) return false;
  watch.trees.push_back(tree);
  return true;
}

}  // namespace

void take_tree(State& state, const TreeObserved& seen) {
  TreeWatch& watch = state.tree;
  if (watch.trees.empty()) watch.own = seen.own;
  if (!add_tree(watch, seen)) return;
  watch.same_since = watch.trees.size() - 1;
  watch.inputs = seen.inputs;
  watch.linked = seen.linked;
}

void find_changes(State& state, const TreeObserved& seen) {
  TreeWatch& watch = state.tree;
  add_by_products(watch, seen);
  const Tree* before = watch.now();
  const bool same = before != nullptr && before->is_known() && before->digest == seen.digest;
  find_touched(state, seen);
  if (same || seen.digest.empty() || before == nullptr) return take_tree(state, seen);
  TreeChange change{files_that_matter(state, seen), watch.ran};
  // Only what gates may rewrite is another: what they said is about what they left.
  if (change.files.empty() && before->is_known()) {
    add_tree(watch, seen);
    return;
  }
  const std::string why = listed(change.files) + " changed while it ran";
  for (const std::uint32_t unit : change.gates) void_result(state, unit, Reason::tree_changed, why);
  if (!change.files.empty()) watch.changes.push_back(std::move(change));
  take_tree(state, seen);
}

void add_protected(State& state, const TreeObserved& seen) {
  std::vector<std::string>& all = state.tree.protected_changed;
  const std::size_t before = all.size();
  all.insert(all.end(), seen.protected_changed.begin(), seen.protected_changed.end());
  std::inplace_merge(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

void find_replaced(State& state, const TreeObserved& seen) {
  const std::vector<Tool>& tools = state.plan->tools;
  if (seen.stamps.size() != tools.size()) return;
  for (std::size_t i = 0; i < tools.size(); ++i) {
    if (tools[i].stamp != seen.stamps[i]) state.tree.replaced.push_back(tools[i].path);
  }
}

bool has_nothing_new(const State& state, const TreeObserved& seen) {
  return seen.created == state.tree.by_products && seen.created_more == state.tree.more_by_products;
}

void find_stale(State& state, std::uint32_t changed_by, const TreeObserved& seen) {
  TreeWatch& watch = state.tree;
  add_by_products(watch, seen);
  const std::size_t before = watch.trees.size();
  const std::vector<std::string> files = files_that_matter(state, seen);
  if (files.empty()) {
    add_tree(watch, seen);
    return;
  }
  take_tree(state, seen);
  if (watch.trees.size() == before) return;
  const std::string& id = state.plan->manifest.commands[changed_by].id;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const CommandState& command = state.commands[unit];
    const bool finished = command.step == Step::finished && command.status == Status::pass;
    if (unit == changed_by || !finished || !speaks_of_the_tree(state.plan->manifest.commands[unit]))
      continue;
    void_result(
        state, unit, Reason::stale,
        id + " changed " + listed(files) + " afterwards; move " + id + " to an earlier stage");
  }
}

namespace {

/// Programs from elsewhere that are others now. What lies in the workspace may have been built by
/// the run itself.
bool has_other_programs(const Plan& plan, const TreeObserved& seen) {
  if (seen.stamps.size() != plan.tools.size()) return false;
  for (std::size_t i = 0; i < plan.tools.size(); ++i) {
    const Tool& tool = plan.tools[i];
    if (tool.stamp != seen.stamps[i] && !tool.path.starts_with(plan.workspace + "/")) return true;
  }
  return false;
}

}  // namespace

bool forget_results(State& state, const TreeObserved& seen) {
  TreeWatch& watch = state.tree;
  const std::size_t before = watch.trees.size();
  const bool same_inputs = watch.inputs == seen.inputs && watch.linked == seen.linked &&
                           !has_other_programs(*state.plan, seen);
  take_tree(state, seen);
  watch.is_over = false;
  watch.replaced.clear();
  if (watch.trees.size() == before && same_inputs) return false;
  watch.inputs = seen.inputs;
  watch.linked = seen.linked;
  for (CommandState& command : state.commands) {
    const bool begun = command.step != Step::waiting && command.step != Step::finished;
    if (begun) --state.unfinished;
    if (command.step == Step::in_flight) {  // it died with its coordinator
      --state.in_flight;
      ++state.completed;
    }
    if (command.step == Step::waiting) continue;
    command.step = Step::waiting;
    command.status = Status::error;
    command.reason = Reason::stale;
    command.effective = command.said_no = command.masked = command.failed_before = false;
    command.is_reused = false;
  }
  ENSURE(state.unfinished == 0 && state.in_flight == 0);
  return true;
}

namespace {

/// "a.py changed while unit, e2e ran; ..."
std::string text_of(const State& state, const std::vector<TreeChange>& changes,
                    std::string_view what) {
  std::string text;
  for (const TreeChange& change : changes) {
    const std::vector<std::string> gates = ids_of(state, change.gates);
    text += (text.empty() ? "" : "; ") + listed(change.files) + std::string(what) + "while " +
            (gates.empty() ? std::string("the gates ran") : listed(gates) + " ran");
  }
  return text;
}

constexpr std::string_view was_written = " written anew with the same bytes ";

}  // namespace

std::string change_text(const State& state) {
  return text_of(state, state.tree.changes, " changed ");
}

std::string touch_text(const State& state) {
  return text_of(state, state.tree.touched, was_written);
}

std::string touch_text(const State& state, std::uint32_t unit) {
  std::vector<TreeChange> own;
  for (const TreeChange& change : state.tree.touched) {
    const bool ran =
        std::find(change.gates.begin(), change.gates.end(), unit) != change.gates.end();
    if (ran) own.push_back({change.files, {unit}});
  }
  return text_of(state, own, was_written);
}

}  // namespace assay::core::verify
