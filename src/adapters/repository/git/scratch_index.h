// SPDX-License-Identifier: MIT
// An index of our own, so that what is staged in the user's stays as it is.
#pragma once

#include <unistd.h>

#include <string>
#include <utility>

namespace assay::git {

/// Gone when we are done. One that a killed predecessor left is overwritten.
class ScratchIndex {
 public:
  explicit ScratchIndex(std::string path) : path_(std::move(path)) { remove(); }
  ScratchIndex(const ScratchIndex&) = delete;
  ScratchIndex& operator=(const ScratchIndex&) = delete;
  ~ScratchIndex() { remove(); }

  std::string variable() const { return "GIT_INDEX_FILE=" + path_; }

 private:
  void remove() const {
    ::unlink(path_.c_str());
    ::unlink((path_ + ".lock").c_str());
  }

  std::string path_;
};

}  // namespace assay::git
