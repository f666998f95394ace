// SPDX-License-Identifier: MIT
// Do the tests notice a change? Judged from four runs: tests and code, of the base and of now. What
// the tests are called is known of some runners only: counts and exit statuses decide without it.
#pragma once

#include "base/words.h"
#include "core/evidence/test_texts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::core::work {

enum class ProofVerdict : std::uint8_t {
  proved,     ///< tests of now fail on the code of the base, tests of the base pass on that of now
  unnoticed,  ///< tests of now pass on the code of the base
  retuned,    ///< tests of the base fail on the code of now
  weakened,   ///< tests vanished, are skipped, or ask less
  no_tests,   ///< no test changed with the code, and none of the base notices
  none,       ///< nobody could find out
};

/// What a project wants done about it.
enum class ProofDemand : std::uint8_t {
  off,
  tell,
  require,  ///< what is not proved does not count as done
};

enum class CellStatus : std::uint8_t {
  passed,
  failed,
  none,     ///< it proves nothing: `why`
  not_run,  ///< it was not needed
};

/// What one gate said in one run.
struct GateSight {
  std::string id;
  std::int64_t executed = -1;  ///< -1: not told
  std::int64_t failed = -1;
  std::int64_t skipped = 0;
  std::vector<std::string> passed_tests = {};  ///< names, sorted; empty: not told
  std::vector<std::string> failed_tests = {};
};

/// One of the four runs.
struct Cell {
  CellStatus status = CellStatus::not_run;
  std::string run_id = {};
  std::string why = {};
  std::vector<GateSight> gates = {};
  bool ran_nothing = false;  ///< no gate could run a single test: there are none
  bool flaky = false;        ///< some gate failed and then passed
  bool timed_out = false;    ///< it proves nothing only because gates did not end in time
};

struct ProofSight {
  bool code_changed = false;
  bool tests_changed = false;
  bool unchanged = false;               ///< no behaviour was to change: red is not asked
  std::vector<std::string> flaky = {};  ///< tests that say nothing, sorted
  Cell old_old = {};                    ///< tests, then code
  Cell new_old = {};
  Cell old_new = {};
  Cell new_new = {};
  Cell start_new = {};  ///< tests of the start of the run on the code of now, where that is asked
  Cell start_old = {};  ///< and on the code of then
  std::vector<Weakening> read = {};  ///< what reading the test files shows
  bool asks_less = false;            ///< assertions of the base are in none of them any more
  std::vector<Weakening> gone = {};  ///< tests whose titles are in none of them any more
  std::vector<Renaming> renamed = {};
  std::vector<Renaming> rewritten = {};  ///< renamed too, if the new one notices the change
};

struct Proof {
  ProofVerdict verdict = ProofVerdict::none;
  std::string why = {};
  std::vector<Weakening> weakened = {};
  std::vector<std::string> tests = {};  ///< that are retuned, where their names are known
  std::string found_by = {};            ///< the earlier run whose answer this is; empty: this one

  friend bool operator==(const Proof&, const Proof&) = default;
};

/// An answer, and what it is an answer to: proof::key_of.
struct KnownProof {
  std::string about;
  Proof proof;

  friend bool operator==(const KnownProof&, const KnownProof&) = default;
};

Proof judge(const ProofSight& sight);

/// Names tests where none of them could even be run on the code of the base (it does not compile,
/// or lacks what they import): those that are new.
void name_unrunnable(ProofSight& sight);

using assay::to_text;

constexpr auto words_of(Of<ProofDemand>) {
  return words<ProofDemand>(
      {{ProofDemand::off, "off"}, {ProofDemand::tell, "tell"}, {ProofDemand::require, "require"}});
}

constexpr auto words_of(Of<ProofVerdict>) {
  return words<ProofVerdict>({{ProofVerdict::proved, "proved"},
                              {ProofVerdict::unnoticed, "unnoticed"},
                              {ProofVerdict::retuned, "retuned"},
                              {ProofVerdict::weakened, "weakened"},
                              {ProofVerdict::no_tests, "no_tests"},
                              {ProofVerdict::none, "void"}});
}

constexpr auto fields_of(Of<Proof>) {
  return record<Proof>(field("verdict", &Proof::verdict, required), field("why", &Proof::why),
                       field("weakened", &Proof::weakened), field("tests", &Proof::tests),
                       field("found_by", &Proof::found_by));
}

constexpr auto fields_of(Of<KnownProof>) {
  return record<KnownProof>(field("about", &KnownProof::about, required), flat(&KnownProof::proof));
}

constexpr auto words_of(Of<CellStatus>) {
  return words<CellStatus>({{CellStatus::passed, "passed"},
                            {CellStatus::failed, "failed"},
                            {CellStatus::none, "void"},
                            {CellStatus::not_run, "not_run"}});
}

}  // namespace assay::core::work
