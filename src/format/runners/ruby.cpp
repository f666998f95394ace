// SPDX-License-Identifier: MIT
// RSpec, Minitest (also under Rails), test-unit, and Rake's complaint about a missing task.
#include "format/runners/cucumber.h"
#include "format/runners/examples.h"
#include "format/runners/families.h"

#include <array>
#include <optional>

namespace assay::format {
namespace {

/// parallel_tests prints each process's closing line and at the end their sum, then "Took 2
/// seconds".
void keep_grand_total(const Transcript& transcript, std::vector<Sighting>& out) {
  if (out.size() < 2) return;
  const std::size_t last = out.back().last;
  const bool sum = starts_with(filled_after(transcript, last), "Took ") &&
                   !starts_with(filled_before(transcript, last), "Finished in ");
  if (sum) out.erase(out.begin(), out.end() - 1);
}

/// "summary_line":"2 examples, 0 failures" of the json formatter.
std::optional<Verdicts> json_summary(std::string_view line) {
  constexpr std::string_view key = "\"summary_line\":\"";
  const std::size_t at = line.rfind(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view value = line.substr(at + key.size());
  return examples_line(value.substr(0, value.find('"')));
}

void find_rspec(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    const std::string_view line = transcript.line(i);
    auto verdicts = json_summary(line);
    const bool framed = verdicts || contains(filled_before(transcript, i), "(files took ");
    if (!verdicts) verdicts = examples_line(line);
    if (!verdicts) continue;
    const bool sum = starts_with(filled_after(transcript, i), "Took ");
    if (!framed && !sum && !transcript.command_names("rspec")) continue;
    out.push_back(sight(i, i, *verdicts, framed || sum ? Strength::framed : Strength::bare));
  }
  keep_grand_total(transcript, out);
  if (out.empty() || !called_with(transcript, "rspec", "--dry-run")) return;
  for (Sighting& one : out) one.tally = sight(one.first, one.last, {}).tally;
}

/// "2 runs, 2 assertions, 0 failures, 0 errors, 0 skips" (Minitest; before version 5 "2 tests"),
/// and with "0 pendings, 0 omissions, 0 notifications" (test-unit).
std::optional<Verdicts> xunit_line(std::string_view line) {
  const std::vector<Count> counts = count_list(trim_left(line));
  if (counts.size() < 4) return std::nullopt;
  const std::string_view what = counts[0].word;
  if (what != "runs" && what != "run" && what != "tests" && what != "test") return std::nullopt;
  if (counts[1].word != "assertions" && counts[1].word != "assertion") return std::nullopt;
  if (counts[2].word != "failures" && counts[2].word != "failure") return std::nullopt;
  const std::int64_t failed = counts[2].number + count_of_either(counts, "error", "errors");
  const std::int64_t left_out = count_of_either(counts, "skip", "skips") +
                                count_of_either(counts, "pending", "pendings") +
                                count_of_either(counts, "omission", "omissions");
  return Verdicts{counts[0].number - left_out, failed, left_out};
}

void find_minitest(const Transcript& transcript, std::vector<Sighting>& out) {
  for (std::size_t i = 0; i < transcript.size(); ++i) {
    if (const auto verdicts = xunit_line(transcript.line(i))) out.push_back(sight(i, i, *verdicts));
  }
  keep_grand_total(transcript, out);
  for (Sighting& one : out) {
    one.tally.source = contains(transcript.line(one.last), "omissions") ? "test-unit" : "minitest";
  }
}

void find_rake(const Transcript& transcript, std::vector<Sighting>& out) {
  sight_nothing(transcript,
                {"Don't know how to build task 'test'", "Don't know how to build task 'spec'"}, out,
                Strength::remark);
}

constexpr std::array ruby_recognisers = {
    Recogniser{"rspec", {" examples, ", " example, "}, find_rspec, Closing::once},
    Recogniser{"ruby", {" assertions, ", " assertion, "}, find_minitest},
    Recogniser{"rake", {"Don't know how to build task '"}, find_rake},
    Recogniser{"cucumber",
               {" scenarios", " scenario", " Scenarios", "rb_sysopen - features"},
               find_cucumber,
               Closing::once},
};

}  // namespace

std::span<const Recogniser> ruby_family() { return ruby_recognisers; }

}  // namespace assay::format
