// SPDX-License-Identifier: MIT
// A directory that is gone when the test is over.
#pragma once

#include "base/ensure.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace assay::support {

class TempDir {
 public:
  TempDir() {
    std::string shape = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    ENSURE(::mkdtemp(shape.data()) != nullptr);
    path_ = shape;
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  /// Writes a file with its parents.
  void write(const std::string& name, const std::string& content) const {
    const std::filesystem::path file = path_ + "/" + name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
  }

 private:
  std::string path_;
};

}  // namespace assay::support
