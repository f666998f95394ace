// SPDX-License-Identifier: MIT
// What .gitattributes files say about how git stores a file: line ends, filters, own ids. Only what
// changes the bytes is read.
#pragma once

#include "format/gitignore.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format {

struct StoredAs {
  enum class Text : std::uint8_t { unspecified, yes, no, by_content };

  Text text = Text::unspecified;
  bool eol = false;       ///< a line end is named, which makes it text
  bool ident = false;     ///< $Id$ is expanded when it is checked out
  bool encoding = false;  ///< stored in another encoding than it is checked out in
  std::string filter;     ///< the name of a program of the repository's configuration; empty: none

  /// Its line ends are \n in the repository, or may be.
  bool has_line_ends() const {
    return text == Text::yes || text == Text::by_content || (eol && text != Text::no);
  }

  friend bool operator==(const StoredAs&, const StoredAs&) = default;
};

/// The lines of one .gitattributes file.
class AttributeRules {
 public:
  using Settings =
      std::vector<std::pair<std::string, std::string>>;  ///< name; "", "-", "!" or value
  /// Names that stand for several settings.
  using Macros = std::map<std::string, Settings, std::less<>>;

  /// Of the file at the top of the repository.
  static AttributeRules parse(std::string_view text);
  /// Of one below it: git takes names for several settings from the top only.
  static AttributeRules parse_below(std::string_view text, const Macros& macros);

  const Macros& macros() const { return macros_; }

  /// `path` is relative to the folder of the file. What several lines say about one attribute is
  /// decided by the last of them.
  void apply(std::string_view path, StoredAs& stored) const;

  /// Whether a line names a filter, an own id or an encoding.
  bool changes_more_than_line_ends() const;

 private:
  struct Line {
    IgnoreRules pattern;
    Settings settings;
  };

  void read(std::string_view text);
  void add(std::string_view line);
  bool add_setting(std::string_view word, Settings& settings, int depth) const;

  std::vector<Line> lines_;
  Macros macros_ = {{"binary", {{"text", "-"}}}};
  bool is_top_ = true;
};

}  // namespace assay::format
