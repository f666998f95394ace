// SPDX-License-Identifier: MIT
// Evidence belongs to bytes: which tree a run works on, what happened to it while nobody was
// allowed to change it, and whose results are about another one. Every function is a step of the
// machine in decide.cpp and changes only what it says.
#pragma once

#include "core/ask/tree.h"
#include "core/verify/state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::verify {

/// The unit under which the run itself asks for the tree: no command has it.
std::uint32_t tree_unit(const State& state);

/// The inputs that commands declare, as seen from the workspace: one list for each that has some.
std::vector<std::vector<std::string>> declared_inputs(const Plan& plan);

/// Begins a look of the run itself.
ObserveTree look_at_tree(State& state, TreeLook why);

/// A look around a command that may change the tree.
ObserveTree look_around(const State& state, std::uint32_t unit, std::uint32_t attempt);

/// The tree as it is: what comes next runs on it.
void take_tree(State& state, const TreeObserved& seen);

/// Holds what was seen against the tree that counts. Files that changed although no command ran
/// that may change them make every result since the last look worthless; new files are by-products.
void find_changes(State& state, const TreeObserved& seen);

/// Protected files that are not as the base has them: whoever saw one so, it stays told.
void add_protected(State& state, const TreeObserved& seen);

/// At the last look: programs that are no longer what they were when the run began.
void find_replaced(State& state, const TreeObserved& seen);

/// True if no file appeared since the last look either.
bool has_nothing_new(const State& state, const TreeObserved& seen);

/// After a command that may change the tree: results about the tree before are about another one.
void find_stale(State& state, std::uint32_t changed_by, const TreeObserved& seen);

/// After a resume: true if it is another tree, or programs from elsewhere are others, and then
/// everything that was begun is to be done again, in its order.
bool forget_results(State& state, const TreeObserved& seen);

/// "a.py and b.py changed while unit ran"; empty: the tree was held still.
std::string change_text(const State& state);

/// "a.py written anew with the same bytes while unit ran": nobody knows what they were meanwhile.
/// Empty: there is nothing of that kind.
std::string touch_text(const State& state);
/// The same for one command.
std::string touch_text(const State& state, std::uint32_t unit);

}  // namespace assay::core::verify
