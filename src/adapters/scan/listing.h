// SPDX-License-Identifier: MIT
// The files of a workspace that count: regular ones that git does not ignore. Links are not
// followed; what they lead to inside the workspace is listed under its own name.
#pragma once

#include "adapters/repository/tree/ignore_scope.h"
#include "adapters/scan/beneath.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::scan {

/// Would git keep the file or folder: is it tracked, or at least not ignored? Yes where there is no
/// repository.
Result<bool> is_trackable(const std::string& workspace, const std::string& path);

class Listing {
 public:
  /// `workspace` is absolute and without symbolic links.
  Listing(std::string workspace, const Beneath& root)
      : workspace_(std::move(workspace)), root_(root) {}

  /// Sorted by path. Fails when there are too many, or the rules for ignoring cannot be read.
  Result<std::vector<std::string>> run();

  /// Folders that could not be read; what is in them is not known.
  const std::vector<std::string>& unreadable() const { return unreadable_; }

  /// Symbolic links that git does not ignore.
  const std::vector<std::string>& links() const { return links_; }

  /// Files that git ignores, outside of the folders that tools keep their output and their packages
  /// in: whoever says that something is nowhere has to have looked at them too. Sorted.
  std::vector<std::string> take_ignored();

 private:
  struct Pending {
    std::string path;  ///< relative; empty or ending with a slash
    tree::ScopePointer scope;
    bool tracked_only = false;  ///< inside an ignored folder
    bool of_tools = false;      ///< inside a folder that tools keep their output in
  };

  Result<> visit(Pending pending);
  Result<> read_rules(int folder, Pending& pending);
  Result<bool> is_wanted(const Pending& pending, const std::string& name, format::PathKind kind);
  Result<> add_folder(const Pending& pending, const std::string& name);
  Result<> load_tracked();

  std::string workspace_;
  const Beneath& root_;
  std::optional<tree::Repository> repository_;
  std::optional<tree::Tracked> tracked_;
  std::vector<Pending> pending_;
  std::vector<std::string> files_;
  std::vector<std::string> ignored_;
  std::vector<std::string> links_;
  std::vector<std::string> unreadable_;
};

}  // namespace assay::scan
