// SPDX-License-Identifier: MIT
// Files of named targets that need other targets and have lines for a shell: makefiles, justfiles.
#pragma once

#include "format/shell/sources.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

class Rulebook {
 public:
  /// `set`: what is given on the command line, which the file cannot change.
  explicit Rulebook(std::map<std::string, std::string> set) : variables_(set), set_(set) {}

  /// Included files are read as well, relative to `folder`.
  void read_make(const std::string& file, std::string_view text, const std::string& folder,
                 const Sources& sources, int depth = 0);
  void read_just(const std::string& file, std::string_view text);

  bool has(const std::string& target) const { return rules_.contains(target); }
  /// The lines of the targets themselves (where a target only gathers others, theirs), and beside
  /// them those of the targets that they need.
  Carried lines_of(std::vector<std::string> wanted) const;

 private:
  struct Line {
    std::string text;
    std::string file;
    std::size_t number = 0;
  };
  struct Rule {
    std::vector<std::string> needs;
    std::vector<Line> lines;
  };

  std::vector<std::string> read_rule(const std::string& line, const Line& at);
  std::vector<std::string> read_header(const std::string& line);
  bool read_directive(const std::string& line, const std::string& folder, const Sources& sources,
                      int depth);
  void assign(const std::string& line, std::size_t equals);
  std::string expanded(std::string_view text, int depth) const;
  std::string value_of(std::string_view name, int depth) const;
  std::string interpolated(std::string_view text) const;
  Piece piece(const Line& line, const std::string& target) const;
  void add_lines(const Rule& rule, const std::string& target, bool beside, Carried& out) const;
  std::string ignored_by(const std::string& target) const;

  bool just_ = false;
  bool one_shell_ = false;
  bool errexit_ = false;
  bool bash_ = false;
  char prefix_ = '\t';
  std::string defining_;  // the name behind `define`, until `endef`
  std::map<std::string, Rule> rules_;
  std::map<std::string, std::string> variables_;
  std::map<std::string, std::string> set_;
  std::set<std::string> ignored_;
  std::set<std::string> included_;
  std::string ignores_all_;
  std::string first_;
};

}  // namespace assay::format::shell
