// SPDX-License-Identifier: MIT
// The directory that holds a workspace's ledger and logs. It must be ours alone, on a local disk,
// and outside the workspace: whoever can write here can write verdicts.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <string>

namespace assay::state {

class StateDirectory {
 public:
  /// Creates it, mode 0700, with its parents.
  static Result<StateDirectory> create(const std::string& path);
  /// Fault::not_found if there is none.
  static Result<StateDirectory> open(const std::string& path);

  /// Without symbolic links in it.
  const std::string& path() const { return path_; }
  int fd() const { return fd_.get(); }

  /// Compares by inode, so that symbolic links and bind mounts make no difference.
  Result<> refuse_inside(const std::string& workspace) const;

  /// Opens a directory in it, made when absent: "contents".
  Result<os::Descriptor> directory(const std::string& name) const;
  /// The same for that of a run.
  Result<os::Descriptor> run_directory(const std::string& run_id) const;

 private:
  StateDirectory(std::string path, os::Descriptor fd)
      : path_(std::move(path)), fd_(std::move(fd)) {}

  std::string path_;
  os::Descriptor fd_;
};

/// True for file systems whose locks and syncs are promises of another machine.
bool is_remote_filesystem(long magic, const std::string& type);

}  // namespace assay::state
