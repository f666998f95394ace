// SPDX-License-Identifier: MIT
// TAP 12, 13 and 14. Only the innermost test points count: the point that closes a subtest repeats
// its result.
//
//     TAP version 14
//     # Subtest: group
//         ok 1 - inside # SKIP not here
//         1..1
//     ok 1 - group
//     1..1
#include "base/text/ascii.h"
#include "format/report/readers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace assay::format::report {
namespace {

constexpr std::size_t levels_max = 32;

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(text[i])) != word[i]) return false;
  }
  return text.size() == word.size() ||
         std::isalpha(static_cast<unsigned char>(text[word.size()])) == 0;
}

enum class Directive : std::uint8_t { none, skip, todo };

struct Point {
  bool ok = false;
  Directive directive = Directive::none;
  bool opens_block = false;  ///< TAP 14: the subtest follows in braces
  std::string_view number;   ///< as it is written; empty: none
  std::string_view name;
};

Directive directive_of(std::string_view comment) {
  if (starts_with_word(comment, "skip") || starts_with_word(comment, "skipped"))
    return Directive::skip;
  return starts_with_word(comment, "todo") ? Directive::todo : Directive::none;
}

/// The last unescaped ` # ` starts the directive.
void split_directive(std::string_view rest, Point& point) {
  std::size_t at = rest.rfind('#');
  while (at != std::string_view::npos && at > 0 && rest[at - 1] == '\\')
    at = rest.rfind('#', at - 1);
  if (at == std::string_view::npos) {
    point.name = trimmed(rest);
    return;
  }
  point.directive = directive_of(trimmed(rest.substr(at + 1)));
  point.name = trimmed(rest.substr(0, at));
}

std::optional<Point> to_point(std::string_view line) {
  Point point;
  point.ok = line.starts_with("ok");
  if (!point.ok && !line.starts_with("not ok")) return std::nullopt;
  std::string_view rest = line.substr(point.ok ? 2 : 6);
  if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t') return std::nullopt;
  rest = trimmed(rest);
  if (rest.ends_with("{")) {
    point.opens_block = true;
    rest = trimmed(rest.substr(0, rest.size() - 1));
  }
  const std::size_t number = rest.find_first_not_of("0123456789");
  point.number = rest.substr(0, std::min(number, rest.size()));
  rest = trimmed(number == std::string_view::npos ? std::string_view{} : rest.substr(number));
  if (rest.starts_with("-")) rest = trimmed(rest.substr(1));
  split_directive(rest, point);
  return point;
}

struct Plan {
  std::int64_t last = 0;
  bool readable = true;
};

std::optional<Plan> to_plan(std::string_view line) {
  if (!line.starts_with("1..")) return std::nullopt;
  const std::string_view rest = line.substr(3);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0) return std::nullopt;
  Plan plan;
  const auto last = to_count(rest.substr(0, digits));
  plan.readable = last.has_value();
  plan.last = last.value_or(0);
  return plan;
}

/// node --test reports a file without tests as a point named like the file.
bool names_a_file(std::string_view name) {
  constexpr std::array<std::string_view, 6> endings{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"};
  return name.find(' ') == std::string_view::npos &&
         std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

class TapReader {
 public:
  explicit TapReader(TestList* tests) : tests_(tests) {}

  core::Tally read(std::string_view name, std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      hear(bytes.substr(0, end));
      if (end == std::string_view::npos) break;
      bytes.remove_prefix(end + 1);
    }
    close_document();
    tally_.executed = executed_;
    tally_.source = fmt::format("tap {}", name);
    return tally_;
  }

 private:
  struct Level {
    std::int64_t points = 0;
    std::int64_t failures = 0;
    std::set<std::string_view> numbers;
    std::optional<Plan> plan;
    bool block_fails = false;
  };

  void hear(std::string_view line) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view text = trimmed(line.substr(indent));
    if (in_yaml(indent, text)) return;
    if (indent == 0 && text.starts_with("TAP version")) return close_document();
    if (text.starts_with("Bail out!")) return bail_out();
    const std::size_t depth = indent / 4;
    if (depth >= levels_max) return;
    if (text.starts_with("# Subtest:")) {
      subtest_ = trimmed(text.substr(10));
      open_group(depth, subtest_);
    } else if (text == "}") {
      close_block(depth);
    } else if (const auto plan = to_plan(text)) {
      // The last one is valid: node prints `1..0` before it has looked for its files.
      levels_[depth].plan = plan;
    } else if (const auto point = to_point(text)) {
      count(*point, depth);
    }
  }

  /// A `---` ... `...` block below a point may quote anything.
  bool in_yaml(std::size_t indent, std::string_view text) {
    if (yaml_indent_ > 0) {
      if (text == "..." && indent == yaml_indent_) yaml_indent_ = 0;
      return true;
    }
    if (text == "---" && indent >= 2) yaml_indent_ = indent;
    return yaml_indent_ > 0;
  }

  void count(const Point& point, std::size_t depth) {
    seen_ = true;
    Level& level = levels_[depth];
    ++level.points;
    if (!point.number.empty() && !level.numbers.insert(point.number).second) {
      ++tally_.failed;
      doubt(fmt::format("two results have the number {}", point.number));
    }
    if (point.opens_block) {
      close_below(depth);
      level.block_fails = fails(point);
      open_group(depth, point.name);
      return;
    }
    const Level inner = depth + 1 < levels_max ? levels_[depth + 1] : Level{};
    close_below(depth);
    if (inner.points > 0 || inner.plan) {
      if (fails(point) && inner.failures == 0) name(point, core::TestOutcome::error, depth);
      close_subtest(level, inner, fails(point));
    } else {
      count_leaf(point, level, depth);
    }
  }

  /// The groups around what stands at this depth.
  void open_group(std::size_t depth, std::string_view title) {
    groups_.resize(std::min(groups_.size(), depth));
    while (groups_.size() < depth) groups_.emplace_back();
    groups_.emplace_back(title.substr(0, test_id_bytes_max));
  }

  void name(const Point& point, core::TestOutcome outcome, std::size_t depth) {
    if (tests_ == nullptr) return;
    std::string id;
    for (std::size_t i = 0; i < depth && i < groups_.size(); ++i)
      if (!groups_[i].empty()) id += groups_[i] + " > ";
    id += point.name.empty() ? "test " + std::string(point.number) : std::string(point.name);
    tests_->add({id, outcome});
  }

  static bool fails(const Point& point) { return !point.ok && point.directive == Directive::none; }

  void count_leaf(const Point& point, Level& level, std::size_t depth) {
    if (point.directive != Directive::none) {
      ++tally_.skipped;
      const bool skips = point.directive == Directive::skip;
      name(point, skips ? core::TestOutcome::skipped : core::TestOutcome::excused, depth);
      return;
    }
    const bool phantom = !subtest_.empty() && subtest_ == point.name && names_a_file(point.name);
    executed_ += phantom ? 0 : 1;
    using core::TestOutcome;
    if (!phantom || fails(point))
      name(point, fails(point) ? TestOutcome::failed : TestOutcome::passed, depth);
    if (!fails(point)) return;
    ++tally_.failed;
    ++level.failures;
  }

  /// A subtest that fails although nothing in it did is a failure of its own.
  void close_subtest(Level& outer, const Level& inner, bool failing) {
    if (failing && inner.failures == 0) ++tally_.failed;
    if (failing) ++outer.failures;
  }

  void close_block(std::size_t depth) {
    const Level inner = depth + 1 < levels_max ? levels_[depth + 1] : Level{};
    close_below(depth);
    close_subtest(levels_[depth], inner, levels_[depth].block_fails);
    levels_[depth].block_fails = false;
  }

  void close_below(std::size_t depth) {
    for (std::size_t level = depth + 1; level < levels_max; ++level) close(levels_[level]);
  }

  void close(Level& level) {
    if (level.plan && level.plan->readable && level.plan->last != level.points) {
      ++tally_.failed;
      doubt(fmt::format("the plan says {} tests, {} are listed", level.plan->last, level.points));
    }
    if (level.plan && !level.plan->readable) doubt("the plan is no plain number");
    level = {};
  }

  void close_document() {
    if (seen_ && !levels_[0].plan && !bailed_) {
      ++tally_.failed;
      doubt("the plan is missing: the run may have ended early");
    }
    close_below(0);
    close(levels_[0]);
    seen_ = false;
    bailed_ = false;
    subtest_ = {};
    groups_.clear();
    yaml_indent_ = 0;
  }

  void bail_out() {
    if (bailed_) return;
    bailed_ = true;
    ++tally_.failed;
    doubt("the run bailed out");
    for (Level& level : levels_) level = {};
  }

  void doubt(std::string why) {
    if (tally_.hint.empty()) tally_.hint = std::move(why);
  }

  TestList* tests_;
  std::vector<std::string> groups_;  ///< by depth
  core::Tally tally_;
  std::int64_t executed_ = 0;
  std::array<Level, levels_max> levels_{};
  std::string_view subtest_;
  std::size_t yaml_indent_ = 0;
  bool seen_ = false;
  bool bailed_ = false;
};

}  // namespace

bool looks_like_tap(std::string_view bytes) {
  constexpr int lines_max = 2000;  // a program may talk before its tests do
  for (int line_number = 0; line_number < lines_max && !bytes.empty(); ++line_number) {
    const std::size_t end = bytes.find('\n');
    const std::string_view line = trimmed(bytes.substr(0, end));
    if (line.starts_with("TAP version ") || to_plan(line)) return true;
    const auto point = to_point(line);
    if (point && (point->ok ? line.size() > 2 : line.size() > 6)) return true;
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
  }
  return false;
}

core::Tally read_tap(std::string_view name, std::string_view bytes, TestList* tests) {
  return TapReader{tests}.read(name, bytes);
}

}  // namespace assay::format::report
