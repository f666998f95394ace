// SPDX-License-Identifier: MIT
// What a script's own variables stand for, as far as its words tell: `T=build/tool; $T`, and the
// folders that it puts before PATH.
#pragma once

#include "format/shell/syntax.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

/// Follows the assignments of a text in their order. Where branches differ, the last one counts.
class Variables {
 public:
  /// The words before the program, or those of `export`.
  void assign(const Word& word);

  /// The word with its variables put in; `$PWD` and `$(pwd)` are where the command runs, ".", and
  /// `$HOME` is "~".
  /// Nothing: it is known only while it runs.
  std::optional<std::string> value_of(const Word& word) const;

  /// Folders that programs are looked for in before those of the PATH that the text was given, as
  /// far as they are known.
  const std::vector<std::string>& search() const { return search_; }

 private:
  std::optional<std::string> expanded(std::string_view text, bool in_place) const;

  std::map<std::string, std::string, std::less<>> known_ = {{"HOME", "~"}};
  std::vector<std::string> search_;
};

}  // namespace assay::format::shell
