// SPDX-License-Identifier: MIT
// `assay tests`: what is remembered of single tests.
#include "api/tests.h"

#include "base/text/escape.h"
#include "core/evidence/records.h"
#include "face/cli/commands.h"
#include "face/cli/table.h"
#include "face/shown/records.h"
#include "format/record/put.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::cli {

namespace {

/// Longer tables are for programs.
constexpr std::size_t tests_shown_max = 200;

std::string tests_json(const api::TestsView& view) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  format::stored::put_value(json, shown::as_shown(view));
  return out + "\n";
}

std::string clock_text(const std::string& at) {
  const auto time = parse_instant(at);
  return time ? local_time(*time) : "";
}

/// "failed, flaky"
std::string outcome_text(const api::TestView& test) {
  std::string text = test.gone ? "gone" : std::string(to_text(test.last));
  return test.flaky ? text + ", flaky" : text;
}

std::string_view test_tint(const api::TestView& test) {
  if (test.gone || test.flaky) return "33";
  if (did_fail(test.last)) return "31";
  return test.last == core::TestOutcome::passed ? "32" : "2";
}

/// What needs somebody comes first.
int test_rank(const api::TestView& test) {
  if (test.gone) return 2;
  if (did_fail(test.last)) return 0;
  return test.flaky ? 1 : 3;
}

std::string tests_table(std::vector<api::TestView> tests, api::WhichTests which,
                        const Session& session) {
  constexpr std::size_t name_least = 16;
  if (which == api::WhichTests::all)
    std::stable_sort(tests.begin(), tests.end(),
                     [](const auto& a, const auto& b) { return test_rank(a) < test_rank(b); });
  std::vector<Row> rows{{"TEST", "GATE", "LAST", "TOOK", "PASSED", "FAILED"}};
  for (std::size_t i = 0; i < tests.size() && i < tests_shown_max; ++i) {
    const api::TestView& test = tests[i];
    rows.push_back({printable(test.id), test.gate,
                    paint(outcome_text(test), test_tint(test), session.screen.color_out),
                    test.millis < 0 ? "" : to_human(Millis{test.millis}),
                    clock_text(test.last_passed), clock_text(test.last_failed)});
  }
  const bool one_gate = std::all_of(rows.begin() + 1, rows.end(),
                                    [&](const Row& row) { return row[1] == rows[1][1]; });
  if (one_gate) drop_column(rows, "GATE");
  if (!session.screen.out_is_terminal) return table(rows);
  const auto width = static_cast<std::size_t>(session.screen.width);
  for (const std::string_view title : {"FAILED", "PASSED"}) {
    constexpr std::size_t name_wanted = 40;
    std::vector<Row> cut = rows;
    cut_column(cut, 0, width, name_wanted);
    if (width_of(cut) <= width) break;
    drop_column(rows, title);
  }
  cut_column(rows, 0, width, name_least);
  return table(rows);
}

void show_tests(Session& session, const api::TestsRequest& request) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto view = api::list_tests(request, *site);
  if (!view) return session.fail(view.error());
  if (session.format == OutputFormat::json) return session.out(tests_json(*view));
  if (view->nameless)
    return session.note(
        "no gate has named a test yet: give it a `report:`, or let its runner name every test "
        "(pytest -v, go test -v, ...)\n");
  if (!view->tests.empty()) session.out(tests_table(view->tests, request.which, session));
  if (view->tests.size() > tests_shown_max)
    session.note(fmt::format("and {} more: `--test GLOB` says which, `--format json` has all\n",
                             view->tests.size() - tests_shown_max));
  session.note(fmt::format("{} tests, {} failing, {} flaky, {} gone; {} attempts remembered\n",
                           view->remembered, view->failing, view->flaky, view->gone,
                           view->attempts));
}

}  // namespace

void add_tests(CLI::App& root, Session& session) {
  struct Flags {
    bool failing = false, flaky = false, slow = false, gone = false;
    std::string glob;
  };
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      root.add_subcommand("tests", "Show what is remembered of single tests, by name");
  CLI::Option* const which[] = {
      command->add_flag("--failing", flags->failing, "Those whose last outcome is a failure"),
      command->add_flag("--flaky", flags->flaky, "Those that passed and failed on one tree"),
      command->add_flag("--slow", flags->slow, "The slowest first"),
      command->add_flag("--gone", flags->gone, "Those that were there and are no more")};
  for (CLI::Option* one : which) {
    for (CLI::Option* other : which) {
      if (one != other) one->excludes(other);
    }
  }
  command->add_option("--test", flags->glob, "Only tests of this name; * and ? stand for others")
      ->type_name("GLOB");
  command->callback([flags, &session] {
    api::TestsRequest request{.glob = flags->glob, .trees = session.format == OutputFormat::json};
    if (flags->failing) request.which = api::WhichTests::failing;
    if (flags->flaky) request.which = api::WhichTests::flaky;
    if (flags->slow) request.which = api::WhichTests::slow;
    if (flags->gone) request.which = api::WhichTests::gone;
    show_tests(session, request);
  });
}

}  // namespace assay::cli
