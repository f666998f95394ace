// SPDX-License-Identifier: MIT
// The repository a pipeline works on, made of values: the workspace, copies of it, commits, and
// files that know who wrote them. It survives every crash, and everything may be asked of it twice.
#pragma once

#include "shell/ports/workplace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::sim {

struct BenchFile {
  std::string text;
  std::shared_ptr<const core::pipeline::Artifact> meaning;  ///< null: nothing but text
  core::AttemptKey by;      ///< who wrote it; unit and attempt 0: it was there before
  std::uint64_t stamp = 0;  ///< another one after every write
};
using BenchFiles = std::map<std::string, BenchFile>;

class Workbench final : public shell::Workplace {
 public:
  Workbench(std::string workspace, std::string feature_dir, BenchFiles committed,
            const BenchFiles& uncommitted);

  core::work::WorkSight inspect(const core::InspectWork& wanted) override;
  core::work::WorkResult open(const core::OpenWork& wanted) override;
  core::work::WorkResult merge(const core::MergeWork& wanted) override;
  core::work::WorkResult close(const core::CloseWork& wanted) override;
  core::work::WorkResult update(const core::UpdateSpec& wanted) override;
  core::work::WorkResult copy(const core::OpenCopy& wanted) override;
  core::pipeline::Outputs outputs(const core::ReadOutputs& wanted) override;
  core::work::WorkResult adopt(const core::AdoptWork& wanted) override;
  core::work::WorkResult restore(const core::RestoreFiles& wanted) override;
  core::work::WorkResult commit(const core::CommitWork& wanted) override;
  core::work::WorkResult tag(const core::TagCommit& wanted) override;
  core::work::WorkResult write(const core::WriteBundle& wanted) override;

  /// Null: there is no such directory.
  BenchFiles* at(const std::string& directory);
  const BenchFiles* at(const std::string& directory) const;
  const BenchFiles& workspace() const { return places_.at(workspace_).files; }
  const BenchFiles& committed(const std::string& commit) const { return commits_.at(commit); }
  const std::string& head() const { return head_; }
  /// As an agent does it.
  void put(BenchFiles& place, const std::string& path, BenchFile file);
  void move_tag() { tags_.begin()->second = "c9"; }
  bool has_tags() const { return !tags_.empty(); }

 private:
  struct Place {
    BenchFiles files;
    std::string kind;  ///< commit, and whether with changes
  };

  BenchFiles copied(const BenchFiles& files);
  core::work::WorkResult done() const;

  std::string workspace_;
  std::string feature_dir_;
  std::string head_;
  std::map<std::string, Place> places_;
  std::map<std::string, BenchFiles> commits_;
  std::map<std::string, std::string> tags_;
  std::map<std::string, BenchFiles> kept_;  ///< trees seen, by their digest
  std::uint64_t stamps_ = 0;
};

/// Without what lies below `folder`.
BenchFiles without(const BenchFiles& files, const std::string& folder);

bool same_text(const BenchFiles& a, const BenchFiles& b);

}  // namespace assay::sim
