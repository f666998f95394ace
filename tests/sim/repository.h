// SPDX-License-Identifier: MIT
// A repository made of values: commits, branches, working trees, and the task list in each of them.
// It survives every crash, and everything may be asked of it twice.
#pragma once

#include "shell/ports/workshop.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::sim {

class Repository final : public shell::Workshop {
 public:
  using Files = std::map<std::string, std::string>;

  /// tasks.md as a value.
  struct List {
    std::vector<core::loop::Insertion> insertions;
    std::set<core::loop::TaskKey> ticked;
    std::string scribble;  ///< what somebody else has written into it

    friend bool operator==(const List&, const List&) = default;
  };
  struct Commit {
    std::vector<std::string> parents;
    std::string subject;
    Files files;
    List list;
  };
  struct Place {
    std::string home;    ///< the branch it was made for
    std::string branch;  ///< what is checked out
    std::string head;
    std::string lost_head;  ///< where the branch was before its history was rewritten
    std::string from;       ///< where the branch began
    Files files;
    List list;
  };

  Repository(std::string workspace, std::string spec_dir, Files files, List list);

  core::work::WorkSight inspect(const core::InspectWork& wanted) override;
  core::work::WorkResult open(const core::OpenWork& wanted) override;
  core::work::WorkResult merge(const core::MergeWork& wanted) override;
  core::work::WorkResult close(const core::CloseWork& wanted) override;
  core::work::WorkResult update(const core::UpdateSpec& wanted) override;

  /// Null: there is no such directory.
  Place* at(const std::string& directory);
  const Place& workspace() const { return places_.at(workspace_); }
  const std::map<std::string, Place>& places() const { return places_; }

  // What agents do.
  void commit_all(Place& place, const std::string& subject);
  void rewrite_history(Place& place);
  void leave_branch(Place& place);
  /// Back on its branch, with its history.
  void mend(Place& place);
  bool is_dirty(const Place& place) const { return place.files != commits_.at(place.head).files; }
  bool has_commit(const Place& place, const std::string& subject) const;
  bool is_ancestor(const std::string& older, const std::string& newer) const;

 private:
  std::string add(Commit commit);
  std::set<std::string> history(const std::string& head) const;
  std::string keep(const Place& place);

  std::string workspace_;
  std::string spec_dir_;
  std::map<std::string, Commit> commits_;
  std::map<std::string, std::string> branches_;
  std::map<std::string, Place> places_;
  std::map<std::string, std::pair<Files, List>> kept_;  ///< trees seen, by their digest
};

}  // namespace assay::sim
