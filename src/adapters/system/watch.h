// SPDX-License-Identifier: MIT
// Watches folders of this machine by inotify. Folders that cannot be watched only cost time.
#pragma once

#include "adapters/os/descriptor.h"
#include "shell/ports/watch.h"

#include <string>
#include <vector>

namespace assay::system {

class Watch final : public shell::Watch {
 public:
  explicit Watch(std::vector<std::string> folders);
  bool wait(Millis longest) override;

 private:
  void add_missing();
  bool drain() const;

  std::vector<std::string> missing_;  ///< folders that are not watched: not there yet
  os::Descriptor notices_;
};

}  // namespace assay::system
