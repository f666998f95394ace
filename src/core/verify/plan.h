// SPDX-License-Identifier: MIT
// Everything a verify run is decided from, fixed before its first command starts.
#pragma once

#include "base/digest.h"
#include "core/ask/process.h"
#include "core/ask/supplies.h"
#include "core/evidence/lint.h"
#include "core/evidence/tree.h"
#include "core/verify/manifest.h"
#include "core/verify/tests_before.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::core::verify {

/// A program that commands start, as it was when the run began.
struct Tool {
  std::string path;
  std::string stamp;  ///< another one if the file is

  friend bool operator==(const Tool&, const Tool&) = default;
};

/// Where the gates come from, if not from the workspace: what a commit has.
struct TrustedGates {
  std::string ref = {};     ///< as it was named; empty: the gates are the workspace's own
  std::string commit = {};  ///< what that was when the run began
  std::string name = {};    ///< in full, refs/heads/main; empty: a commit by its id
  std::vector<std::string> ignored = {};  ///< what the workspace says otherwise, and is not heard
  std::string before = {};  ///< the ref's commit in the last run here, if it is another one now
  bool rewritten = false;   ///< and the commit of now does not continue it

  bool any() const { return !ref.empty(); }
  friend bool operator==(const TrustedGates&, const TrustedGates&) = default;
};

/// The gates ran in a copy that nobody else could write.
struct Sealing {
  bool on = false;
  std::string tree = {};                   ///< what the workspace held, as git calls it
  std::vector<std::string> restored = {};  ///< protected files that the copy has from the base
  std::string problem = {};                ///< why it is no sealed verification after all
  std::vector<std::string> open = {};      ///< what reached the gates all the same
  /// Of gates that run inside another machine, each time in a copy of its own below this folder;
  /// empty: the plan's workspace is the copy.
  std::string folder = {};
  std::vector<std::string> globs = {};  ///< files that copies have as `guarded_by` has them
  /// Variables of whoever works in a copy, beside those of its home.
  std::vector<std::pair<std::string, std::string>> env = {};
  std::vector<std::string> own = {};  ///< names that the configuration sets itself: they stay
  /// Also of gates that run in a copy of another machine already: mixtures of a proof, the tree a
  /// task came in with. Older runs did not seal those.
  bool everywhere = false;
  std::vector<std::string> judged = {};  ///< files that are asked for, whatever `globs` say of them

  friend bool operator==(const Sealing&, const Sealing&) = default;
};

struct Plan {
  Manifest manifest;
  Policy policy;
  std::string workspace;  ///< absolute
  std::string cwd;        ///< absolute: where the commands run
  std::string log_dir;    ///< absolute: <log_dir>/<id>-attempt<n>.log
  std::uint32_t jobs = 1;
  bool name_tests = false;      ///< test gates also tell which tests passed and failed
  bool keeps_outcomes = false;  ///< what became of every test is kept beside the logs
  /// What reading the commands said; many commands may share one entry, because 100,000 of them may
  /// be alike.
  std::vector<CommandLint> lints;
  /// Command and its entry in `lints`, ascending. Commands that are not here have no findings and
  /// no pipeline.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lint;
  /// Milliseconds each command took last time; 0 where nothing is known. Same length as the
  /// commands, or empty.
  std::vector<std::uint32_t> expected_ms;
  std::vector<std::string> environment;  ///< names of the variables every command gets
  Digest environment_digest;             ///< of names and values
  Digest environment_key;                ///< the same without what no result depends on
  std::vector<Tool> tools;               ///< that the commands start, by path
  /// What kept commands from state and keys: "full", "partial: ...", "none"; anything else is of an
  /// older release, which kept them from nothing.
  std::string isolation;
  bool watches_tree = false;  ///< the tree is looked at around everything, and the verdict names it
  /// What earlier runs left in the workspace: no part of its tree while it is as they left it.
  std::vector<ByProduct> by_products;
  /// Files that they left and that something may load: part of the tree, and by-products again if
  /// gates of this run write them.
  std::vector<std::string> remade = {};
  std::vector<std::string> left_out;  ///< ids of the manifest that --only left out
  std::string compared_with;          ///< the run whose manifest this one was held against
  std::vector<std::string> weaker;    ///< how this one asks less than that
  KnownList known;                    ///< read before the first command starts
  TestBase base;                      ///< likewise
  std::string commit = {};            ///< the workspace is a copy of this one; empty: it is none
  std::string commit_tree = {};       ///< what that commit has
  std::vector<std::string> submodules = {};       ///< of it, which the copy does not have
  std::shared_ptr<const Supplies> supplies = {};  ///< what the copy was given; null: nothing
  TrustedGates trusted = {};
  std::string guarded_by = {};  ///< the commit that protected files are held against; empty: none
  std::vector<std::string> protected_changed = {};  ///< found before the run, where it is a copy's
  Sealing sealing = {};
  Digest settings_digest = {};  ///< of all that was configured and decides; none: nobody knows
  std::vector<ProgramMark> programs = {};  ///< that a sealed gate may start, as they were
  Digest manifest_digest;  ///< of the manifest as decided on; checked again before the verdict
};

/// Adds what reading a command said. Units must be added in ascending order.
void add_lint(Plan& plan, std::uint32_t unit, CommandLint lint);

/// Null if the command has no findings and no pipeline.
const CommandLint* lint_of(const Plan& plan, std::uint32_t unit);

/// The digest of everything in a manifest that decides what is run and what it must prove.
Digest digest_of(const Manifest& manifest);

}  // namespace assay::core::verify
