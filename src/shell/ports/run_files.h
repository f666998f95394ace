// SPDX-License-Identifier: MIT
// What runs leave beside their events: logs, prompts, copies of trees, and contents by digest.
#pragma once

#include "base/digest.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::shell {

/// What was removed of a run.
struct Pruned {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

/// A log as it is now.
struct LogSight {
  std::optional<Digest> digest;  ///< none: it cannot be read
  bool pruned = false;           ///< it is gone, and the run has a mark that says so
  std::string problem = {};      ///< why there is no digest
};

class RunFiles {
 public:
  virtual ~RunFiles() = default;

  virtual LogSight look_at(const std::string& run_id, const std::string& log_path) = 0;

  /// Called before an event tells of a file: whoever reads the event can then read the file, too,
  /// wherever he is. One that is not what was written is left alone: the audit will say so.
  virtual Result<> share(const std::string& /*run_id*/, const std::string& /*path*/,
                         const Digest& /*written*/) {
    return {};
  }

  /// What a run has beside its log, if it is still what it was. Fault::io: it is not.
  virtual Result<std::string> read(const std::string& path, const Digest& written) = 0;

  /// Leaves the mark, durably, and then removes everything else of the run. Only for who holds its
  /// lock: Fault::conflict, with the owner's name, if somebody else does.
  virtual Result<Pruned> prune(const std::string& run_id, const std::string& mark) = 0;

  /// What a run of another ledger had beside its events, for look_at() and read() under that path
  /// where there is no such file.
  virtual Result<> adopt(const std::string& /*run_id*/, const std::string& /*path*/,
                         std::string_view /*content*/) {
    return Error{Fault::bad_input, "this ledger takes no files of others"};
  }
  /// Keeps content under its digest. Twice is once.
  virtual Result<Digest> keep(std::string_view content) = 0;
  /// Fault::not_found: there is none. Fault::io: it is there, and another one by now.
  virtual Result<std::string> fetch(const Digest& digest) = 0;
};

}  // namespace assay::shell
