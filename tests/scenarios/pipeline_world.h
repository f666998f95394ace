// SPDX-License-Identifier: MIT
// The outside of a pipeline in a scenario: working trees with files in them, the rows of the
// ledger, attempts in flight. It answers what the machine asks as if all were well, unless the
// transcript said otherwise in advance.
//   has PATH               a sound file of an earlier run lies in the feature folder
//   edited PATH            somebody changes a file of the workspace
//   next WHAT WORDS        the next tag, copy, adopt, close, restore, bundle, commit, phase, report
//                          or look:
//                          failed=TEXT conflict=PATH problem=TEXT; of count: unknown
//   hold [WHAT [WHOM]]     such questions wait for `> answers`; without a word: all
#pragma once

#include "scenarios/pipeline_words.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::scenarios {

/// A working tree: what agents wrote into the feature folder, and the files they changed elsewhere.
struct WorkTree {
  std::map<std::string, core::pipeline::Artifact> artifacts;  ///< by path in the feature folder
  std::map<std::string, std::uint64_t> sources;  ///< how they read now, if not as in the baseline
};

class PipelineWorld {
 public:
  explicit PipelineWorld(const PipelineSetup& setup) : setup_(setup) {}

  /// False: the line is not about the world.
  Result<bool> read(std::string_view line);
  void begin(std::shared_ptr<const core::pipeline::Plan> plan) { plan_ = std::move(plan); }
  void hear(const core::Effects& effects);
  std::optional<core::Event> answer(Instant now);
  void release() { holds_.clear(); }
  /// The coordinator died, and everything it had started with it.
  void forget();
  /// Nothing is in flight, and nobody has said how it ended.
  void lose() { flying_.clear(); }

  /// An agent has done something, and is still at work.
  void work(core::AttemptKey key, const Deed& deed);
  /// An attempt has ended: it is no longer in flight, and what its agent did is in its tree.
  void end(core::AttemptKey key, bool by_itself, const Deed& deed);
  const std::vector<core::Launch>& flying() const { return flying_; }
  /// Asked and not answered by the transcript yet.
  const std::optional<core::AskApproval>& approval() const { return approval_; }
  void answered() { approval_.reset(); }
  /// Files of the workspace that are not in the commit that was made.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  std::string name_of(const WorkTree& tree, bool with_artifacts);
  core::work::WorkSight look(const core::InspectWork& wanted);
  core::pipeline::Outputs outputs(const core::ReadOutputs& wanted) const;
  core::pipeline::Artifact made(const std::string& path, core::pipeline::Contract contract);
  void write(const core::Launch& launch, const Deed& deed);
  void write_report();
  void adopt(const core::AdoptWork& wanted);
  core::work::WorkResult commit(const core::CommitWork& wanted);
  core::work::WorkResult told(const std::string& what);
  std::vector<std::optional<std::int64_t>> count(const core::CountRows& wanted);
  bool is_held(const core::Effect& effect) const;
  std::optional<core::Event> reply(const core::Effect& asked, Instant now);

  const PipelineSetup& setup_;
  std::shared_ptr<const core::pipeline::Plan> plan_;
  std::map<std::string, WorkTree> trees_;            ///< by directory
  std::map<std::string, WorkTree> seen_;             ///< by the name under which it was looked at
  std::map<std::string, std::string> names_;         ///< of trees, by what is in them
  std::map<std::string, core::ReadOutputs> wanted_;  ///< by directory: what its agent is to write
  std::deque<core::Effect> asked_;
  std::vector<core::Launch> flying_;
  std::optional<core::AskApproval> approval_;
  std::vector<core::pipeline::CheckRow> rows_;
  std::vector<std::pair<std::string, std::string>> holds_;
  std::map<std::string, std::deque<std::vector<std::string>>> told_;
  std::vector<std::string> left_out_;
  std::uint64_t writes_ = 0;
};

}  // namespace assay::scenarios
