// SPDX-License-Identifier: MIT
#include "format/signal/signal.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace assay::format {
namespace {

std::vector<std::string> contradictions(const std::string& text, const std::string& given = "") {
  return read_signals(text + "\n\nTASK_COMPLETE\n", given).contradictions;
}

TEST_CASE("contradictions: every phrase, in any case") {
  struct Row {
    const char* text;
    const char* phrase;
  };
  const Row rows[] = {
      {"This requires manual setup.", "requires manual"},
      {"It CANNOT BE AUTOMATED here.", "cannot be automated"},
      {"It can't be automated.", "cannot be automated"},
      {"It can not be automated.", "cannot be automated"},
      {"I could not complete the last step.", "could not complete"},
      {"I couldn\u2019t complete it.", "could not complete"},
      {"The key needs human approval", "needs human"},
      {"Needs **manual intervention**.", "manual intervention"},
      {"Manual testing required", "manual testing required"},
      {"Manual verification needed!", "manual verification needed"},
      {"It needs user interaction", "needs user interaction"},
      {"Manual action required: push the button", "manual action required"},
      {"I was unable to complete it", "unable to complete"},
      {"Skipping verification for now", "skip ... verification"},
      {"I skipped the slow verification", "skip ... verification"},
      {"It requires\nmanual work", "requires manual"},
      {"It requires _manual_ work", "requires manual"},
      {"Done\u2014requires manual work", "requires manual"},
      {"requires\u00a0manual work", "requires manual"},
      {"- requires   manual work", "requires manual"},
      {"> requires manual work", "requires manual"},
      {"```\nNote: requires manual work\n```", "requires manual"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto found = contradictions(row.text);
    REQUIRE(found.size() == 1);
    CHECK(found[0] == row.phrase);
    CHECK(read_signals(std::string(row.text) + "\n\nTASK_COMPLETE").contradicts_itself());
    CHECK_FALSE(read_signals(row.text).contradicts_itself());
  }
}

TEST_CASE("contradictions: other words are none") {
  for (const char* text : {
           "All done, tests pass.",
           "It required manual work once.",
           "Requires: manual.md",
           "It ended without manual intervention.",
           "No manual intervention was needed.",
           "Nothing requires manual steps.",
           "I did not skip verification.",
           "I didn't skip the verification.",
           "Skipped two slow tests. Verification was done.",
           "Skip links were added.\n\nVERIFICATION_PASS",
           "```ts\nthrow new Error(\"could not complete\");\n```",
           "```console\n$ run\nstep 3 requires manual\n```",
       }) {
    CAPTURE(text);
    CHECK(contradictions(text).empty());
  }
}

TEST_CASE("contradictions: the given text may be quoted, an admission may not hide behind it") {
  const std::string given =
      "- [ ] 1.4 Document every step that requires manual approval by the release team\n"
      "  - **Do**: say why it cannot be automated\n";
  for (const char* text : {
           "Task \"Document every step that requires manual approval\" is done.",
           "I wrote `requires manual` into the table.",
           "Done: document every step that requires manual approval.",
           "Document every step that requires manual",
           "> Document every step that requires manual approval by the release team",
           "```\n- [ ] 1.4 Document every step that requires manual approval by the release "
           "team\n```",
           "1.4 Document every step that requires manual approval by the release team: done",
           "\u201csay why it cannot be automated\u201d is answered.",
       }) {
    CAPTURE(text);
    CHECK(contradictions(text, given).empty());
    CHECK_FALSE(contradictions(text).empty());
  }
  for (const char* text : {
           "The last one requires manual approval.",
           "Sorry, this requires manual work.",
           "It \"requires manual testing\" by somebody.",
           "The task says \"requires manual approval\", and this really requires manual work.",
           "It cannot be automated.",
       }) {
    CAPTURE(text);
    CHECK_FALSE(contradictions(text, given).empty());
  }
}

}  // namespace
}  // namespace assay::format
