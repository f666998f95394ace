// SPDX-License-Identifier: MIT
// Files that people name.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::shell {

/// Files that people name. Paths are as given; relative ones are relative to the current directory.
class Files {
 public:
  virtual ~Files() = default;

  /// "-" is standard input. Fails beyond `bytes_max`.
  virtual Result<std::string> read(const std::string& path, std::uint64_t bytes_max) = 0;
  /// A file is either the old one or the new one, whole, at any moment. Who may read, write and run
  /// it stays as it was.
  virtual Result<> replace(const std::string& path, const std::string& content) = 0;
  /// Fails with Fault::conflict if there is something of that name.
  virtual Result<> create(const std::string& path, const std::string& content) = 0;
  /// With every folder above it; one that is there already is fine.
  virtual Result<> make_directories(const std::string& path) = 0;
  /// A file, or a folder that is empty. One that is gone already is fine.
  virtual Result<> remove(const std::string& path) = 0;
  /// Whoever may read it may run it.
  virtual Result<> make_executable(const std::string& path) = 0;
  virtual Result<> append(const std::string& path, const std::string& content) = 0;
  /// Without symbolic links and dots. Fails with Fault::not_found.
  virtual Result<std::string> real_path(const std::string& path) = 0;
  virtual bool is_directory(const std::string& path) = 0;
  virtual bool is_regular(const std::string& path) = 0;
  virtual bool is_executable(const std::string& path) = 0;
  /// Size, inode and times of what the path leads to, as one text: another one once the file is
  /// another one. Empty: there is none.
  virtual std::string stamp(const std::string& path) = 0;
  /// Digest of the bytes that the path leads to, in hex. Of a folder, whose path ends with a slash:
  /// of the files in it that interpreters load without being asked (*.pth, sitecustomize and
  /// usercustomize of Python). Empty: there is none, or it cannot be read.
  virtual std::string fingerprint(const std::string& path) = 0;
  /// Names in a directory, sorted; empty if it cannot be read.
  virtual std::vector<std::string> list(const std::string& path) = 0;
  /// True if `inner` is `outer` or lies below it, by device and inode, not by spelling.
  virtual bool is_within(const std::string& inner, const std::string& outer) = 0;
};

}  // namespace assay::shell
