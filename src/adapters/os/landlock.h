// SPDX-License-Identifier: MIT
// Landlock: rules a process takes upon itself and all its descendants, without any privilege.
// Rights are granted to whole hierarchies and cannot be taken back below; so what is to stay out of
// reach is left out, and what lies beside the way to it is granted one by one.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay::os {

/// 0: this kernel has none, or it is switched off.
int landlock_edition();

/// From which edition on something can be kept from a process.
constexpr int landlock_renames = 2;   ///< files may move between folders at all
constexpr int landlock_truncate = 3;  ///< what cannot be written cannot be emptied
constexpr int landlock_tcp = 4;
constexpr int landlock_scopes = 6;  ///< signals and abstract sockets stay inside

struct LandlockOrder {
  std::vector<std::string> whole = {};     ///< may be read and written
  std::vector<std::string> readable = {};  ///< may be read and executed, not written
  bool lists_all = true;                   ///< names in every folder can be read
  bool no_tcp = false;
};

/// Grants of everything but `holes`, which are absolute paths without links: the largest folders
/// that hold none of them. `list` tells the names in a folder.
std::vector<std::string> grants_around(
    const std::vector<std::string>& holes,
    const std::function<std::vector<std::string>(const std::string&)>& list);

/// A set of rules to be taken on. What a kernel of this edition does not know is left out.
Result<Descriptor> make_landlock(const LandlockOrder& order);

/// Rules about no file at all: signals (if wanted) and abstract sockets stay inside. Invalid below
/// landlock_scopes.
Descriptor make_landlock_scopes(bool signals);

/// For a process that is about to become another program: only system calls. 0, or an errno.
int take_on_landlock(int rules);

}  // namespace assay::os
