// SPDX-License-Identifier: MIT
// Do the tests notice what a task or a pipeline has changed? Tests and code of the base and of now
// are run with each other in copies. Loop and pipeline ask for the copies and run the gates in
// them; which comes next and what all of it says is decided here.
#pragma once

#include "core/ask/supplies.h"
#include "core/ask/workshop.h"
#include "core/evidence/attempt.h"
#include "core/verify/state.h"
#include "core/work/proof.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core::proof {

/// Whose tests, whose code.
enum class Mixture : std::uint8_t {
  base,          ///< both of the base
  new_on_old,    ///< tests of now on the code of the base
  old_on_new,    ///< tests of the base on the code of now
  now,           ///< both of now, in a copy: can copies work at all?
  start_on_new,  ///< tests as they were when the run began on the code of now
  start,         ///< both as they were when the run began
};

constexpr auto words_of(Of<Mixture>) {
  return words<Mixture>({{Mixture::base, "base"},
                         {Mixture::new_on_old, "new-on-old"},
                         {Mixture::old_on_new, "old-on-new"},
                         {Mixture::now, "now"},
                         {Mixture::start_on_new, "start-on-new"},
                         {Mixture::start, "start"}});
}

/// What changed, by what it is for.
struct Change {
  std::vector<std::string> code;
  std::vector<std::string> tests;
  std::vector<std::string> compiled;  ///< what interpreters keep of either: it would speak of now
};

/// What an interpreter keeps of a source file, and takes for it while time and size fit.
bool is_compiled(std::string_view path);

/// `globs`: what is a test file; none: what projects usually call so. Documents and what sets up
/// the gates themselves are neither.
Change split(const std::vector<std::string>& changed, const std::vector<std::string>& globs);

/// The required test gates, and what has to be built before they run. What lint, types and formats
/// say of a mixture of old and new is no test's doing.
verify::Manifest test_gates(verify::Manifest manifest);
/// The same of a plan, with what reading the commands said.
verify::Plan test_plan(const verify::Plan& gates);
bool has_tests(const verify::Manifest& manifest);
/// Tests that earlier runs saw pass and fail on one tree, sorted. `gates`: null: there are none.
std::vector<std::string> flaky_tests(const verify::Plan* gates);

/// What was counted in the last attempt of each command.
using Tallies = std::map<std::uint32_t, Tally>;

/// A run of gates as one of the four. `names`: what its gates are called, by unit; none: their ids.
work::Cell cell_of(const verify::State& ran, const Tallies& tallies,
                   const std::vector<std::string>& names = {});

/// What is to be found out, fixed when it is first asked.
struct Question {
  std::string workspace = {};  ///< absolute: where the tree of now lies
  std::string base = {};       ///< commit
  std::string about = {};      ///< key_of: what the answer is remembered by
  Change change = {};
  bool unchanged = false;          ///< declared to change no behaviour: red is not asked
  work::TestTexts texts = {};      ///< what reading the test files shows
  verify::Plan gates = {};         ///< as they run in the workspace
  std::vector<std::string> names;  ///< of the gates, for people
  std::vector<std::string> flaky;  ///< tests that say nothing, sorted
  std::string folder = {};         ///< absolute: copies are made as <folder>-<mixture>
  std::shared_ptr<const Supplies> supplies = {};
  std::string start = {};  ///< commit: where the run began, if that was before the base
  /// Test files that differ from those of the start. Earlier tasks may have made them ask less
  /// where only a later one breaks the code. None: that is not asked.
  std::vector<std::string> start_tests = {};
};

/// Of everything that an answer depends on: both trees by their digests, the gates and what they
/// run with. `tools`: of the programs that they start.
std::string key_of(const Question& question, std::string_view before, std::string_view now,
                   const Digest& tools);

/// One question under way.
struct Search {
  Question question;
  work::ProofSight sight;
  std::optional<Mixture> mixture = {};  ///< whose copy is there or being made
  bool passed_here = false;             ///< the gates pass in the workspace itself
  bool tried_now = false;               ///< the tree of now was run in a copy
  Tallies tallies = {};                 ///< of the mixture
  std::string broken = {};              ///< why a copy could not be made
};

/// `now`: what the gates said in the workspace itself.
Search begin(Question question, work::Cell now);

/// Which mixture has to be run before the question can be answered; none: it can.
std::optional<Mixture> next_of(const Search& search);

std::string directory_of(const Search& search);
OpenCopy copy_for(const Search& search, AttemptKey key);
/// Files that go back to the base; none: nothing has to.
std::vector<std::string> restored_in(const Search& search);
RestoreFiles mix(const Search& search, AttemptKey key);
CloseWork close_for(const Search& search, AttemptKey key);
/// The gates as they run in the copy, under ids that begin so.
std::shared_ptr<const verify::Plan> gates_in(const Search& search, const std::string& prefix);

/// What the gates said in the copy.
void take(Search& search, const verify::State& ran);

work::Proof answer(const Search& search);

/// Whether the same question may be answered so another time: something was found out, and no gate
/// has failed and then passed on the way.
bool can_be_kept(const Search& search, const work::Proof& proof);

/// "unnoticed: the tests of now pass on the code of the base as well"
std::string in_words(const work::Proof& proof);

/// Whether it is nobody's fault that nothing could be found out: copies cannot work.
bool is_out_of_order(const Search& search, const work::Proof& proof);

}  // namespace assay::core::proof
