// SPDX-License-Identifier: MIT
// A git directory of assay's own, for one call: its configuration is written here, there are no
// hooks, no info folder and no index, and HEAD, references and objects are those of a repository.
// Whoever may write to that repository has no say in what git does in this one: not with filters,
// attributes, excludes, monitors, drivers, includes, grafts, nor with a working tree elsewhere.
#pragma once

#include "adapters/repository/git/place.h"
#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::git {

/// Where they are made: with the state of all workspaces, which no attempt sees. Empty: nowhere.
std::string neutral_home();
constexpr std::string_view neutral_prefix = "assay-git-";

class Neutral {
 public:
  static Result<Neutral> make(const Place& place);
  Neutral(Neutral&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  Neutral(const Neutral&) = delete;
  Neutral& operator=(const Neutral&) = delete;
  Neutral& operator=(Neutral&&) = delete;
  ~Neutral();

  /// What leads git there.
  std::vector<std::string> variables(const Place& place) const;

 private:
  explicit Neutral(std::string path) : path_(std::move(path)) {}

  Result<> fill(const Place& place) const;

  std::string path_;  ///< empty: given away
};

}  // namespace assay::git
