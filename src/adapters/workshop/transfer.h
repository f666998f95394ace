// SPDX-License-Identifier: MIT
// Files, links and folders brought from one tree into another: never through a link, never over
// what is there, never as a second name of the same file.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>

namespace assay::workshop {

class Transfer {
 public:
  /// Both are absolute and there.
  static Result<Transfer> open(const std::string& from, const std::string& to);

  /// What a file of `from` is; nothing if there is none.
  std::optional<struct stat> look(const std::string& path) const;
  Result<std::string> link_text(const std::string& path) const;
  /// At most 16 MiB of it; nothing if it is more.
  Result<std::optional<std::string>> text(const std::string& path) const;

  // False: something has that name in `to`.
  Result<bool> folder(const std::string& path) const;
  /// With mode and time. With `content`, that is what is written.
  Result<bool> file(const std::string& path, const std::string* content = nullptr) const;
  Result<bool> link(const std::string& path, const std::string& text) const;

  /// Of something that was brought.
  std::optional<struct stat> brought(const std::string& path) const;
  void set_mode(const std::string& path, mode_t mode) const;

 private:
  Transfer(os::Descriptor from, os::Descriptor to, std::string name)
      : from_(std::move(from)), to_(std::move(to)), name_(std::move(name)) {}

  Error complaint(const std::string& path, int problem) const;
  os::Descriptor source(const std::string& path) const;
  os::Descriptor made_parent(const std::string& path) const;

  os::Descriptor from_;
  os::Descriptor to_;
  std::string name_;
};

}  // namespace assay::workshop
