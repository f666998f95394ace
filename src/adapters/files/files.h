// SPDX-License-Identifier: MIT
// Files on this machine.
#pragma once

#include "shell/ports/files.h"

namespace assay::files {

class Files final : public shell::Files {
 public:
  Result<std::string> read(const std::string& path, std::uint64_t bytes_max) override;
  Result<> replace(const std::string& path, const std::string& content) override;
  Result<> create(const std::string& path, const std::string& content) override;
  Result<> make_directories(const std::string& path) override;
  Result<> remove(const std::string& path) override;
  Result<> make_executable(const std::string& path) override;
  Result<> append(const std::string& path, const std::string& content) override;
  Result<std::string> real_path(const std::string& path) override;
  bool is_directory(const std::string& path) override;
  bool is_regular(const std::string& path) override;
  bool is_executable(const std::string& path) override;
  std::string stamp(const std::string& path) override;
  std::string fingerprint(const std::string& path) override;
  std::vector<std::string> list(const std::string& path) override;
  bool is_within(const std::string& inner, const std::string& outer) override;
};

}  // namespace assay::files
