// SPDX-License-Identifier: MIT
// The files a pattern is about: named ones, folders, globs, and what is left out again.
#pragma once

#include "adapters/scan/beneath.h"
#include "format/gitignore.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::scan {

class Scope {
 public:
  /// `paths` as core::goals::Pattern has them. A name that is a folder now means all below it.
  Scope(const std::vector<std::string>& paths, const Beneath& root);

  /// Is the file one of them? A glob without a slash is about the last name of a path.
  bool has(std::string_view file) const;
  /// Files that are meant by their name, and therefore even if git ignores them. Sorted.
  const std::vector<std::string>& named() const { return named_; }
  /// Is the tree to be walked for it?
  bool is_wide() const { return all_ || !globs_.empty(); }
  /// Named files that are not there or cannot be reached; "path: why".
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  struct Glob {
    format::PathPattern pattern;
    bool name_only = false;

    bool has(std::string_view file) const;
  };

  void add(const std::string& path, const Beneath& root);

  bool all_ = false;
  std::vector<std::string> named_;
  std::vector<Glob> globs_;
  std::vector<Glob> left_out_;
  std::vector<std::string> faults_;
};

}  // namespace assay::scan
