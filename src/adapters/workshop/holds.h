// SPDX-License-Identifier: MIT
// Who uses a working tree or copy at this moment. The kernel keeps the lock exactly as long as its
// coordinator lives.
#pragma once

#include "adapters/os/descriptor.h"

#include <map>
#include <optional>
#include <string>

namespace assay::workshop {

class Holds {
 public:
  /// Waits for who clears up, who is quick; to be had before the working tree is looked at. A lock
  /// that cannot be had is missed by nobody but them, and they take only what is old.
  void take(const std::string& directory);
  /// The working tree is gone, and its lock with it.
  void drop(const std::string& directory);

  static bool is_held(const std::string& directory);
  /// For who clears up: nobody uses it, and nobody can begin to before the lock is let go. None:
  /// somebody does.
  static std::optional<os::Descriptor> take_alone(const std::string& directory);
  static std::string path_of(const std::string& directory) { return directory + ".lock"; }

 private:
  std::map<std::string, os::Descriptor> held_;
};

}  // namespace assay::workshop
