// SPDX-License-Identifier: MIT
// A conversation with a program, line by line, both ways.
#pragma once

#include "base/instant.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay::shell {

class Dialogue {
 public:
  virtual ~Dialogue() = default;

  /// Says one line. What it says meanwhile is kept, however much that is, so that neither waits for
  /// the other for ever. Fault::io: it does not listen any more.
  virtual Result<> say(std::string_view line) = 0;
  /// Waits for its next line, without the newline. None: it says nothing more.
  virtual Result<std::optional<std::string>> hear() = 0;
  /// Says nothing more, and sees to it that it ends: by itself within that time, or not.
  virtual void hang_up(Millis patience) = 0;
};

/// Files of one directory, and of nothing outside of it, whatever links say.
class Inside {
 public:
  virtual ~Inside() = default;

  /// What a path leads to once links are followed, from the directory; what is not there yet lies
  /// where its folder does. Fault::bad_input: it leads out.
  virtual Result<std::string> resolve(const std::string& path) = 0;
  /// Of what resolve() has given. Fault::not_found: there is none.
  virtual Result<std::string> read(const std::string& path) = 0;
  /// A file is the old one or the new one, whole; its other names keep the old one. Folders are
  /// made as they are needed.
  virtual Result<> write(const std::string& path, const std::string& content) = 0;
};

}  // namespace assay::shell
