// SPDX-License-Identifier: MIT
// Who uses a working tree or copy at this moment. The kernel keeps the lock exactly as long as its
// coordinator lives.
#pragma once

#include "adapters/os/descriptor.h"

#include <map>
#include <string>

namespace assay::workshop {

class Holds {
 public:
  /// A lock that cannot be had is missed by nobody but who clears up, and that only takes what is
  /// old.
  void take(const std::string& directory);
  /// The working tree is gone, and its lock with it.
  void drop(const std::string& directory);

  static bool is_held(const std::string& directory);
  static std::string path_of(const std::string& directory) { return directory + ".lock"; }

 private:
  std::map<std::string, os::Descriptor> held_;
};

}  // namespace assay::workshop
