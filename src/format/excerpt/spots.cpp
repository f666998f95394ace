// SPDX-License-Identifier: MIT
// Places in source files that an output blames, in the forms of compilers, linters and test
// runners.
#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "base/text/join.h"
#include "base/text/path.h"
#include "format/excerpt.h"
#include "format/excerpt/lines.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace assay::format {
namespace {

constexpr std::size_t path_max = 300;

bool is_foreign(std::string_view path) {
  for (const char* part :
       {"node_modules/", "site-packages/", ".cargo/", "/rustc/", "vendor/bundle/"}) {
    if (contains(path, part)) return true;
  }
  return false;
}

/// "./a/../b.c" becomes "b.c"; nothing for a path that leaves its folder.
std::optional<std::string> normal(std::string_view path) {
  const PathParts plain = path_parts(path);
  if (plain.leaves || plain.parts.empty()) return std::nullopt;
  return joined(plain.parts, "/");
}

std::optional<std::string> inside(std::string_view path, std::string_view cwd) {
  if (path.empty() || path.size() > path_max || is_foreign(path)) return std::nullopt;
  if (path.substr(0, 7) == "file://") path.remove_prefix(7);
  if (contains(path, "://") || contains(path, "\\") || path.front() == '<') return std::nullopt;
  if (!path.empty() && path.front() == '/') {
    while (!cwd.empty() && cwd.back() == '/') cwd.remove_suffix(1);
    const bool below = path.size() > cwd.size() + 1 && path.substr(0, cwd.size()) == cwd &&
                       path[cwd.size()] == '/';
    if (!below || cwd.empty()) return std::nullopt;
    path.remove_prefix(cwd.size() + 1);
  }
  auto relative = normal(path);
  if (relative && printable(*relative) != *relative) return std::nullopt;
  return relative;
}

/// The forms, each compiled once. A path has an ending and no blanks or brackets.
struct Forms {
#define ASSAY_PATH R"(((?:[A-Za-z]+://)?/?[^\s:()'"<>]+\.[A-Za-z][A-Za-z0-9_+]*))"
  RE2 colons{R"(^\s*)" ASSAY_PATH R"(:(\d{1,7}):(?:\d+:)? *(.*)$)"};
  RE2 brackets{R"(^\s*)" ASSAY_PATH R"( ?\((\d{1,7})(?:,\d+)?\): *(.*)$)"};
  RE2 rust_arrow{R"(^\s*--> )" ASSAY_PATH R"(:(\d{1,7}):\d+$)"};
  RE2 rust_panic{R"(panicked at (?:'(.*)', )?)" ASSAY_PATH R"(:(\d{1,7}):\d+:?$)"};
  RE2 frame{R"(^\s*(?:at |❯ |› )(?:.*[( ])?)" ASSAY_PATH R"(:(\d{1,7})(?::\d+)?\)?$)"};
  RE2 python_frame{R"re(^\s*File "([^"]+)", line (\d{1,7}))re"};
  RE2 heading{R"(^)" ASSAY_PATH R"($)"};
  RE2 below_heading{R"(^\s+(\d{1,7}):\d+ +error +(.*)$)"};
#undef ASSAY_PATH
  RE2 rust_error{R"(^error(?:\[\w+\])?: (.*)$)"};
  RE2 pytest_message{R"(^E +(.*)$)"};
  RE2 test_title{R"(^\s*(?:●|FAIL +\S+ >|✖|not ok \d+ -?) *(.*)$)"};
  RE2 exception{
      R"(^\s*((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Failed|Exit)(?: \[\w+\])?(?::.*)?)$)"};
  RE2 harmless{
      R"(^(?i:warning|note|info|remark|style|in function|in file included|in static member|required from)\b|^in [`']|^\d+ ›)"};
  RE2 bare_failure{R"(^(?:Failure|FAILED:|AssertionError|.*\b(?:Error|Exception|Failed))$)"};
};

const Forms& forms() {
  static const Forms compiled;
  return compiled;
}

class SpotReader {
 public:
  explicit SpotReader(std::string_view cwd) : cwd_(cwd) {}

  void hear(const std::string& line) {
    if (!line.empty() && wants_next_line_ && fills_message(line)) return;
    const bool placed =
        place_named(line) || place_rust(line) || place_below_heading(line) || place_in_trace(line);
    if (!placed) remember(line);
  }

  bool full() const { return spots_.size() >= source_spots_max && !wants_next_line_; }
  std::vector<SourceSpot> take() { return std::move(spots_); }

 private:
  /// gcc, clang, go, mypy, ruff, pytest, gtest; tsc, boost.test, dotnet.
  bool place_named(const std::string& line) {
    std::string path, text;
    int number = 0;
    const bool named = RE2::FullMatch(line, forms().colons, &path, &number, &text) ||
                       RE2::FullMatch(line, forms().brackets, &path, &number, &text);
    if (!named) return false;
    if (text.empty()) return false;
    if (RE2::PartialMatch(text, forms().harmless)) return true;
    const bool bare = RE2::FullMatch(text, forms().bare_failure);
    if (bare && !message_.empty()) text = message_;
    add(path, number, text);
    wants_next_line_ = bare && message_.empty();
    message_.clear();
    return true;
  }

  bool place_rust(const std::string& line) {
    std::string path, text;
    int number = 0;
    if (RE2::FullMatch(line, forms().rust_arrow, &path, &number)) {
      if (!rust_error_.empty()) add(path, number, std::exchange(rust_error_, {}));
      return true;
    }
    if (!RE2::PartialMatch(line, forms().rust_panic, &text, &path, &number)) return false;
    const bool told = !text.empty();
    wants_next_line_ = add(path, number, told ? text : "panicked") && !told;
    return true;
  }

  bool place_below_heading(const std::string& line) {
    std::string text;
    int number = 0;
    if (RE2::FullMatch(line, forms().heading, &heading_)) return true;
    if (heading_.empty() || !RE2::FullMatch(line, forms().below_heading, &number, &text))
      return false;
    add(heading_, number, text);
    return true;
  }

  /// A stack trace blames its innermost frame of the project: the first in JavaScript, the last in
  /// Python.
  bool place_in_trace(const std::string& line) {
    std::string path;
    int number = 0;
    if (RE2::PartialMatch(line, forms().python_frame, &path, &number)) {
      if (inside(path, cwd_)) python_frame_ = {path, number};
      return true;
    }
    if (RE2::FullMatch(line, forms().frame, &path, &number)) {
      if (!message_.empty() && add(path, number, message_)) message_.clear();
      return true;
    }
    std::string text;
    if (!RE2::FullMatch(line, forms().exception, &text)) return false;
    if (python_frame_.second > 0) {
      add(python_frame_.first, python_frame_.second, text);
      python_frame_ = {};
    } else {
      message_ = text;
      title_open_ = false;
    }
    return true;
  }

  void remember(const std::string& line) {
    std::string text;
    if (RE2::FullMatch(line, forms().rust_error, &text)) rust_error_ = text;
    if (RE2::FullMatch(line, forms().pytest_message, &text) && message_.empty()) message_ = text;
    if (RE2::FullMatch(line, forms().test_title, &text)) {
      message_ = text;
      title_open_ = true;
    } else if (title_open_ && !line.empty()) {  // "wrong" alone says little
      message_ += ": " + line.substr(std::min(line.find_first_not_of(' '), line.size()));
      title_open_ = false;
    }
    if (line.empty() && spots_.empty()) heading_.clear();
  }

  bool fills_message(const std::string& line) {
    wants_next_line_ = false;
    if (spots_.empty()) return false;
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos) return false;
    spots_.back().message = tidy(std::string_view{line}.substr(start));
    return true;
  }

  static std::string tidy(std::string_view text) {
    return excerpt::shortened(printable(text), excerpt_line_bytes_max);
  }

  bool add(std::string_view path, int number, std::string_view text) {
    auto relative = inside(path, cwd_);
    if (!relative || number <= 0 || spots_.size() >= source_spots_max) return false;
    if (!seen_.insert({*relative, number}).second) return false;
    spots_.push_back({*relative, number, tidy(text)});
    return true;
  }

  std::string_view cwd_;
  std::vector<SourceSpot> spots_;
  std::set<std::pair<std::string, int>> seen_;
  std::string message_;  ///< of the test or exception being told, until a place is found for it
  std::string rust_error_;
  std::string heading_;
  std::pair<std::string, int> python_frame_;
  bool wants_next_line_ = false;
  bool title_open_ = false;
};

}  // namespace

std::vector<SourceSpot> source_spots(std::string_view raw_output, std::string_view cwd) {
  SpotReader reader{cwd};
  constexpr std::size_t read_max = 600;
  for (std::string& line : excerpt::clean_lines(raw_output)) {
    if (line.size() > read_max) line.resize(read_max);
    reader.hear(line);
    if (reader.full()) break;
  }
  return reader.take();
}

}  // namespace assay::format
