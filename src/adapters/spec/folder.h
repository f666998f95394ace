// SPDX-License-Identifier: MIT
// A folder whose files are replaced as a whole or not at all. It is held open, and nothing in it is
// reached through a symbolic link.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::spec {

class Folder {
 public:
  /// `path` is relative to `workspace`; no link on the way from there is followed.
  static Result<Folder> open(const std::string& workspace, const std::string& path);

  /// `name` is what errors call it.
  Folder(os::Descriptor folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}

  /// The folder of that name in this one, made if it is missing.
  Result<Folder> make(const std::string& name) const;
  /// Fails with Fault::not_found if it is missing.
  Result<Folder> enter(const std::string& name) const;

  /// Fails with Fault::not_found, and with Fault::exhausted beyond `bytes_max`.
  Result<std::string> read(const std::string& name, std::size_t bytes_max) const;
  /// The first `bytes_max` bytes.
  Result<std::string> read_start(const std::string& name, std::size_t bytes_max) const;

  struct Content {
    std::string name;
    std::string text;
  };
  /// All files are written beside the old ones before the first of them takes its place: a full
  /// disk leaves everything as it was. Files that are right already are not touched.
  Result<> replace(const std::vector<Content>& contents) const;

  enum class Links : std::uint8_t { refuse, remove };
  /// What is not there is removed. Of a link at most the link itself; folders are refused.
  Result<> remove(const std::string& name, Links links) const;

  /// Sorted; an error if there are more than `names_max`.
  Result<std::vector<std::string>> list(std::size_t names_max) const;
  /// Of the thing itself, also if it is a link. Fails with Fault::not_found.
  Result<struct stat> look(const std::string& name) const;

  /// Held until this folder is closed; fails with Fault::conflict if somebody else keeps it for ten
  /// seconds.
  Result<> lock() const;

 private:
  Error refused(const std::string& name, int problem) const;
  Result<os::Descriptor> open_file(const std::string& name) const;
  Result<bool> has(const Content& content) const;
  Result<> stage(const Content& content) const;
  Result<> publish(const Content& content) const;

  os::Descriptor folder_;
  std::string name_;
};

}  // namespace assay::spec
