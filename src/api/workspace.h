// SPDX-License-Identifier: MIT
// Copies that can work: what they get beside what git has of them, and copies made outside of a run
// of a machine that makes its own.
#pragma once

#include "api/site.h"
#include "core/ask/supplies.h"
#include "core/run/isolation.h"
#include "shell/ports/audience.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay::api {

/// What working trees and copies get, by the configuration and .worktreeinclude as they are now.
/// Null: nothing.
Reply<std::shared_ptr<const core::Supplies>> supplies_of(const format::Config& config,
                                                         const Site& site);

struct CopyOrder {
  std::string run_id;     ///< whose logs those of the set-up are among
  std::string directory;  ///< below `work` of a run
  std::string commit;
  bool with_changes = false;  ///< also what is not committed
  std::shared_ptr<const core::Supplies> supplies = {};
  std::vector<std::pair<std::string, std::string>> env = {};
  std::vector<std::string> pass_env = {};
  core::Isolation isolation = {};
  /// What is done to its files before it is given what it needs; may be empty.
  std::function<Reply<>(const std::string& directory)> mix = {};
};

/// Makes a copy of the workspace that has what it needs. One that is there already and whole stays
/// as it is. Code::stopped: somebody asked for it while the set-up ran.
Reply<> make_copy(shell::Workplace& copies, const CopyOrder& order, const Site& site,
                  shell::Audience& audience);

/// What cannot be removed now goes with `assay gc`.
void remove_copy(shell::Workplace& copies, const std::string& directory, const Site& site);

}  // namespace assay::api
