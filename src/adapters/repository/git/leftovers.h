// SPDX-License-Identifier: MIT
// What stands in the way of a step from one commit to another: somebody's changes, which must not
// be touched, or what an interrupted step left, which can be told by its content.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace assay::git {

struct Step {
  std::string top;     ///< of the working tree
  std::string from;    ///< commit that is checked out
  std::string to;      ///< commit
  bool begun = false;  ///< it was begun before, on a clean tree: half-written files are its own
};

struct Leftovers {
  std::vector<std::string> foreign;  ///< somebody's; sorted
  std::vector<std::string> known;    ///< the step's own, in files that `from` has
  std::vector<std::string> added;    ///< the step's own, in files that `from` has not
};

/// Only files that the step would touch are looked at.
Result<Leftovers> find_leftovers(const Step& step);

/// Makes index and files what `from` says, where they are the step's own.
Result<> put_back(const Step& step, const Leftovers& leftovers);

}  // namespace assay::git
