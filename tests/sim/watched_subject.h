// SPDX-License-Identifier: MIT
// The verify machine on a tree that moves: gates change files and put them back, somebody edits
// while no coordinator is there, and earlier runs know things about some trees. What is asked of
// every run: a verdict names one tree, everything behind it is of that tree (I13), and nothing that
// was found out on one tree counts for another (I14).
#pragma once

#include "core/verify/plan.h"
#include "sim/chance.h"
#include "sim/cluster.h"
#include "sim/subject.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace assay::sim {

class WatchedSubject final : public Subject {
 public:
  explicit WatchedSubject(std::uint64_t seed);

  core::RunStarted first() override;
  Behaviour behaviour(const core::Launch& launch, std::uint32_t ends) override;
  std::optional<shell::TreeSight> look(const core::ObserveTree& wanted,
                                       std::uint64_t epoch) override;
  std::vector<core::Recalled> recall(const core::RecallEvidence& wanted) override;
  void act(const core::Launch& launch) override;
  void abandoned() override;
  bool has_jobs() const override { return seed_ % 4 == 3; }
  bool may_begin_anew() const override { return true; }
  Finding on_start(const core::Launch& launch, std::span<const core::Launch> live) override;
  Finding on_entry(const Stored& stored) override;
  Finding at_end(const core::Machine& machine) override;
  /// Who is interrupted finds another tree.
  bool is_comparable(const core::Machine&) override { return false; }
  std::vector<std::string> results(const core::Machine&) override { return {}; }

 private:
  /// What the world was when the last attempt of a command began, and when its end was written
  /// down.
  struct Window {
    std::uint32_t attempt = 0;
    std::uint64_t begin = 0;  ///< trees
    std::uint64_t end = 0;
    std::uint64_t moves_begin = 0;
    std::uint64_t moves_end = 0;
    bool ended = false;
  };

  bool passes(std::uint32_t unit, std::uint64_t tree) const;
  std::string name_of(std::uint64_t tree) const { return "tree " + std::to_string(tree); }
  void move_to(std::uint64_t tree);
  Finding judge_pass() const;

  std::uint64_t seed_;
  Chance chance_;
  std::shared_ptr<const core::verify::Plan> plan_;
  std::uint64_t tree_ = 0;   ///< which one is there; they come back
  std::uint64_t moves_ = 0;  ///< how often anything was written
  std::uint64_t moves_seen_ = 0;
  std::uint64_t epoch_seen_ = 0;
  std::vector<Window> windows_;
  std::string named_;  ///< by the last look of the run itself
  std::set<std::pair<std::uint32_t, std::string>> recalled_;
  bool resumed_ = false;
  bool came_back_ = false;  ///< the tree moved away and back to what the last look saw
  bool touched_ = false;    ///< a look told of something that was changed and put back
};

/// The bugs that the self-test plants in it.
const std::vector<Plant>& watched_plants();

}  // namespace assay::sim
