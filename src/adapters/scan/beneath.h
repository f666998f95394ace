// SPDX-License-Identifier: MIT
// A workspace seen through one descriptor: whatever a path says, and whatever happens to the tree
// meanwhile, nothing outside of it is reached.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::scan {

enum class LastLink : std::uint8_t { follow, keep };

/// What a path leads to. `problem` is an errno; 0: `status` is good.
struct Sight {
  int problem = 0;
  struct stat status {};

  bool is_missing() const;
  /// It leads out of the workspace, or through a link that does.
  bool is_outside() const;
};

class Beneath {
 public:
  /// `directory` is absolute.
  static Result<Beneath> open(const std::string& directory);

  /// Links are followed as long as they stay inside; the last one only if wanted.
  /// A folder with nothing in it; true also if it cannot be listed.
  bool is_empty(const std::string& folder) const;
  /// Where a path leads when every link is followed, from the root; empty if it leads nowhere
  /// inside.
  std::string leads_to(const std::string& path) const;
  Sight look(const std::string& path, LastLink last) const;

  /// A regular file, to be read. Anything else is seen, but never opened.
  os::Descriptor open_file(const std::string& path, Sight& sight) const;

  /// The same for a name that was just listed as a regular file: one call instead of three.
  os::Descriptor open_listed(const std::string& path, Sight& sight) const;

  /// A folder, to be listed; no link is followed. -1 and errno if there is none.
  int open_folder(const std::string& path) const;

 private:
  explicit Beneath(os::Descriptor root) : root_(std::move(root)) {}

  os::Descriptor root_;
};

/// Room for one file at a time, used again and again.
class FileBuffer {
 public:
  /// Reads the whole file. `false` and an errno (EFBIG: more than `bytes_max`) otherwise.
  bool read(int file, std::size_t expected, std::size_t bytes_max, int& problem);

  std::string_view text() const { return {room_.data(), length_}; }

 private:
  std::vector<char> room_;
  std::size_t length_ = 0;
};

/// "missing", "outside the workspace", "permission denied", ...
std::string told(const Sight& sight);

/// "a directory", "a pipe", ...
std::string kind_of(const struct stat& status);

}  // namespace assay::scan
