// SPDX-License-Identifier: MIT
// node --test (18 to 24; spec, tap and junit reporters). A file without tests, or whose tests are
// all filtered out, is itself counted as a test that passed: such phantoms are taken off. Node 18
// counts only files, their tests are nested.
#include "format/runners/families.h"
#include "format/runners/sight.h"

#include <array>
#include <optional>
#include <string>

namespace assay::format {
namespace {

constexpr std::string_view tick = "\u2714 ";
constexpr std::string_view cross = "\u2716 ";
constexpr std::string_view triangle = "\u25b6 ";

/// A test named like a source file is taken for the file: one test too few is the careful mistake.
bool is_file_name(std::string_view name) {
  constexpr std::array endings = {".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"};
  for (const std::string_view ending : endings) {
    if (ends_with(name, ending)) return true;
  }
  return false;
}

/// "tests 3" behind "# ", "ℹ " or "<!-- ".
std::optional<std::int64_t> figure(std::string_view line, std::string_view name) {
  Scan scan(trim_left(line));
  if (!scan.skip("# ") && !scan.skip("\u2139 ") && !scan.skip("<!-- ")) return std::nullopt;
  if (!scan.skip(name) || !scan.skip(" ")) return std::nullopt;
  const auto number = scan.number();
  const bool whole = scan.done() || scan.rest() == " -->" || starts_with(scan.rest(), ".");
  return whole ? number : std::nullopt;
}

/// What stood above the closing figures.
struct NodeLines {
  std::size_t first = 0;
  bool files_hold_tests = false;  // Node 18: "ok 1 - a.test.js" after the results of its tests
  std::int64_t nested = 0;        // tests inside files
  std::int64_t nested_failed = 0;
  std::int64_t phantoms = 0;
  std::int64_t phantoms_failed = 0;
  std::array<bool, 32> holds_children = {};  // by depth, until the parent's own line
};

struct TapResult {
  bool ok = true;
  std::size_t depth = 0;
  std::string_view name;  // without directive
  std::string_view directive;
};

std::optional<TapResult> tap_result(std::string_view line) {
  Scan scan(trim_left(line));
  TapResult result;
  result.depth = (line.size() - scan.rest().size()) / 4;
  result.ok = !scan.skip("not ");
  if (!scan.skip("ok ") || !scan.number() || !scan.skip(" - ")) return std::nullopt;
  const std::size_t mark = scan.rest().find(" # ");
  result.name = trim(scan.rest().substr(0, mark));
  if (mark != std::string_view::npos) result.directive = scan.rest().substr(mark + 3);
  return result;
}

void hear_tap(const TapResult& result, NodeLines& above) {
  if (result.depth + 1 >= above.holds_children.size()) return;
  const bool parent = above.holds_children[result.depth + 1];
  above.holds_children[result.depth + 1] = false;
  above.holds_children[result.depth] = true;
  const bool left_out =
      starts_with(result.directive, "SKIP") || starts_with(result.directive, "TODO");
  if (result.depth > 0) {
    if (parent || left_out) return;
    ++above.nested;
    if (!result.ok) ++above.nested_failed;
  } else if (is_file_name(result.name)) {
    above.files_hold_tests = above.files_hold_tests || parent;
    if (parent || left_out) return;
    ++above.phantoms;
    if (!result.ok) ++above.phantoms_failed;
  }
}

/// "✔ a.test.js (40.7ms)" at the margin, "  ✔ add (1ms)" inside, "▶ a.test.js (50ms)" of Node 18.
void hear_spec(std::string_view line, std::string_view line_before, NodeLines& above) {
  Scan scan(trim_left(line));
  const bool indented = scan.rest().size() != line.size();
  const bool passed = scan.skip(tick);
  const bool failed = !passed && scan.skip(cross);
  const bool group = !passed && !failed && scan.skip(triangle);
  if (!passed && !failed && !group) return;
  std::string_view name = scan.rest();
  if (const std::size_t time = name.rfind(" ("); time != std::string_view::npos) {
    if (contains(name.substr(time), "ms)")) name = name.substr(0, time);
  }
  if (indented) {
    const bool left_out = ends_with(line, "# SKIP") || contains(line, "# TODO");
    if (group || left_out) return;
    ++above.nested;
    if (failed) ++above.nested_failed;
    return;
  }
  if (!is_file_name(name) || starts_with(line_before, "test at ")) return;
  if (group) {
    above.files_hold_tests = true;
  } else {
    ++above.phantoms;
    if (failed) ++above.phantoms_failed;
  }
}

/// "\t<testcase name="a.test.js" time="0.04" classname="test"/>" of the junit reporter.
void hear_junit(std::string_view line, NodeLines& above) {
  if (!starts_with(line, "\t<testcase name=\"")) return;
  const std::string_view name = line.substr(17, line.find('"', 17) - 17);
  if (!is_file_name(name)) return;
  ++above.phantoms;
  if (!ends_with(line, "/>")) ++above.phantoms_failed;
}

void hear(const Transcript& transcript, std::size_t i, NodeLines& above) {
  const std::string_view line = transcript.line(i);
  if (const auto result = tap_result(line)) {
    hear_tap(*result, above);
  } else if (starts_with(line, "\t")) {
    hear_junit(line, above);
  } else {
    hear_spec(line, i > 0 ? transcript.line(i - 1) : std::string_view{}, above);
  }
}

struct Figures {
  std::optional<std::int64_t> tests, pass, fail;
  std::int64_t cancelled = 0, skipped = 0;
  std::size_t last = 0;
  bool closed = false;  // with duration_ms
};

Figures read_figures(const Transcript& transcript, std::size_t at) {
  Figures figures;
  for (std::size_t i = at; i < transcript.size() && i < at + 10; ++i) {
    const std::string_view line = transcript.line(i);
    if (const auto n = figure(line, "tests")) figures.tests = n;
    if (const auto n = figure(line, "pass")) figures.pass = n;
    if (const auto n = figure(line, "fail")) figures.fail = n;
    figures.cancelled += figure(line, "cancelled").value_or(0);
    figures.skipped += figure(line, "skipped").value_or(0);
    figures.last = i;
    figures.closed = figure(line, "duration_ms").has_value();
    if (figures.closed) break;
  }
  if (transcript.line_or_empty(figures.last + 1) == "</testsuites>") ++figures.last;
  return figures;
}

Sighting close(const Figures& figures, const NodeLines& above) {
  Verdicts verdicts;
  verdicts.skipped = figures.skipped;
  if (above.files_hold_tests) {
    verdicts.executed = above.nested;
    verdicts.failed = above.nested_failed;
  } else {
    verdicts.executed = *figures.pass + *figures.fail - above.phantoms;
    verdicts.failed = *figures.fail + figures.cancelled;
    // A file that cannot be loaded is no failed test; but next to tests that passed it must not go
    // unseen.
    if (verdicts.executed <= 0) verdicts.failed -= above.phantoms_failed;
  }
  return sight(above.first, figures.last, verdicts);
}

void find_node_test(const Transcript& transcript, std::vector<Sighting>& out) {
  NodeLines above;
  bool begun = false;
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    const bool starts = starts_with(line, "TAP version") || starts_with(line, "<?xml") ||
                        starts_with(line, "<testsuites>") || starts_with(line, tick) ||
                        starts_with(line, cross) || starts_with(line, triangle);
    if (starts && !begun) {
      above.first = i;
      begun = true;
    }
    hear(transcript, i, above);
    if (!figure(line, "tests")) continue;
    const Figures figures = read_figures(transcript, i);
    if (!figures.closed || !figures.pass || !figures.fail) continue;
    if (!begun) above.first = i;
    out.push_back(close(figures, above));
    i = figures.last;
    above = NodeLines{};
    begun = false;
  }
  if (!transcript.command_names("node")) return;
  sight_nothing(transcript, {"Could not find '"}, out, Strength::remark);
}

}  // namespace

std::span<const Recogniser> js_node_test_family() {
  static constexpr Recogniser family[] = {
      {"node", {"duration_ms ", "Could not find '"}, find_node_test, Closing::once},
  };
  return family;
}

}  // namespace assay::format
