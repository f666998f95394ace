// SPDX-License-Identifier: MIT
// Where the work on tasks happens: working trees and branches of a repository, and the files of a
// spec. Everything it does may be asked for twice: a coordinator that took over does not know how
// far the one before came.
#pragma once

#include "core/ask/process.h"
#include "core/ask/workshop.h"
#include "core/evidence/work_sight.h"

#include <cstdint>
#include <memory>
#include <string>

namespace assay::shell {

/// A working tree that is to get what git does not have of it.
struct SupplyOrder {
  core::AttemptKey key;
  std::string workspace;
  std::string directory;
  std::shared_ptr<const core::Supplies> supplies;  ///< null: none
};

/// How far that is.
struct Supply {
  enum class Status : std::uint8_t {
    ready,
    sets_up,  ///< `launch` has to be run first, and its end told
    busy,     ///< somebody else is making what it needs: ask again
    failed,   ///< `detail` says why
  };

  Status status = Status::ready;
  std::string detail = {};  ///< also what was left out, and why
  core::Launch launch = {};
};

class Workshop {
 public:
  virtual ~Workshop() = default;

  virtual core::work::WorkSight inspect(const core::InspectWork& wanted) = 0;
  virtual core::work::WorkResult open(const core::OpenWork& wanted) = 0;
  virtual core::work::WorkResult merge(const core::MergeWork& wanted) = 0;
  virtual core::work::WorkResult close(const core::CloseWork& wanted) = 0;
  virtual core::work::WorkResult update(const core::UpdateSpec& wanted) = 0;

  /// Gives an opened working tree what it needs beside what git has of it. Asked until it is ready
  /// or has failed; waits at most `patience` for others.
  virtual Supply supply(const SupplyOrder& /*order*/, Millis /*patience*/) { return {}; }
  /// The set-up has ended: ready or failed.
  virtual Supply set_up(const SupplyOrder& /*order*/, const core::Evidence& /*evidence*/) {
    return {};
  }
};

}  // namespace assay::shell
