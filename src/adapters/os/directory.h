// SPDX-License-Identifier: MIT
// An open directory that is closed exactly once.
#pragma once

#include <dirent.h>

#include <memory>

namespace assay::os {

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

using Directory = std::unique_ptr<DIR, CloseDirectory>;

}  // namespace assay::os
