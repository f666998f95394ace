// SPDX-License-Identifier: MIT
// Files of one directory of this machine.
#pragma once

#include "adapters/os/descriptor.h"
#include "shell/ports/dialogue.h"

#include <memory>
#include <string>

namespace assay::files {

class Inside final : public shell::Inside {
 public:
  static Result<std::unique_ptr<Inside>> open(const std::string& directory);

  Result<std::string> resolve(const std::string& path) override;
  Result<std::string> read(const std::string& path) override;
  Result<> write(const std::string& path, const std::string& content) override;

 private:
  Inside(std::string directory, os::Descriptor root)
      : directory_(std::move(directory)), root_(std::move(root)) {}

  Result<os::Descriptor> open_folder(const std::string& path, const std::string& folder);

  std::string directory_;  ///< without links
  os::Descriptor root_;
};

}  // namespace assay::files
