// SPDX-License-Identifier: MIT
#include "format/spec/progress.h"

#include <doctest/doctest.h>

#include <ctime>

using namespace assay;
using namespace assay::format;
using core::loop::ProgressEntry;
using Section = ProgressEntry::Section;

namespace {

using Entries = std::vector<ProgressEntry>;

/// Adds, and makes sure that adding again changes nothing.
std::string added(const std::string& text, const Entries& entries) {
  const std::string once = add_progress(text, entries);
  CHECK(add_progress(once, entries) == once);
  return once;
}

ProgressEntry completed(std::string text) { return {Section::completed, std::move(text)}; }
ProgressEntry fix(std::string text) { return {Section::fix_history, std::move(text)}; }
ProgressEntry suggestion(std::string text) { return {Section::suggestions, std::move(text)}; }
ProgressEntry learning(std::string text) { return {Section::learnings, std::move(text)}; }
ProgressEntry log(std::string text) { return {Section::log, std::move(text)}; }

std::vector<std::string> texts(const Entries& entries) {
  std::vector<std::string> out;
  for (const ProgressEntry& entry : entries) {
    CHECK(entry.section == Section::learnings);
    out.push_back(entry.text);
  }
  return out;
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("progress: entries go to the end of the list in their section") {
  const struct {
    std::string before;
    Entries entries;
    std::string after;
  } table[] = {
      {"", {completed("- [x] 1.1 A")}, "## Completed Tasks\n- [x] 1.1 A\n"},
      {"# P\n\n## Completed Tasks\n- [x] 1.1 A\n\n## Learnings\n- a\n",
       {completed("- [x] 1.2 B"), learning("- b")},
       "# P\n\n## Completed Tasks\n- [x] 1.1 A\n- [x] 1.2 B\n\n## Learnings\n- a\n- b\n"},
      {"## Completed Tasks\n\n## Next\nx\n",
       {completed("- [x] 1.1 A")},
       "## Completed Tasks\n- [x] 1.1 A\n\n## Next\nx\n"},
      {"## Learnings\n_None yet._\n\n## Next\n",
       {learning("- b")},
       "## Learnings\n_None yet._\n- b\n\n## Next\n"},
      {"## Learnings\n- a\n  more\n\n  of a\n\nprose\n",
       {learning("- b")},
       "## Learnings\n- a\n  more\n\n  of a\n- b\n\nprose\n"},
      {"## Learnings\n- a\n  ```\n  ## no\n\n  ```\n## Next\n",
       {learning("- b")},
       "## Learnings\n- a\n  ```\n  ## no\n\n  ```\n- b\n## Next\n"},
      {"## learnings ##\n- a", {learning("- b")}, "## learnings ##\n- a\n- b\n"},
      {"## Learnings\n- a\n\n### Review: execution (Task 1, Iteration 1)\n- Status: x\n",
       {learning("- b")},
       "## Learnings\n- a\n- b\n\n### Review: execution (Task 1, Iteration 1)\n- Status: x\n"},
  };
  for (const auto& row : table) {
    CAPTURE(row.before);
    CHECK(added(row.before, row.entries) == row.after);
  }
}

TEST_CASE("progress: missing sections are made where they belong") {
  const struct {
    std::string before;
    Entries entries;
    std::string after;
  } table[] = {
      {"# P\n\n## Learnings\n- a\n",
       {fix("- Task 1.3: 1 fixes attempted (1.3.1) - Final: PASS")},
       "# P\n\n## Fix Task History\n- Task 1.3: 1 fixes attempted (1.3.1) - Final: PASS\n\n"
       "## Learnings\n- a\n"},
      {"# P\n## Learnings\n- a\n## Next\n",
       {suggestion("- s"), fix("- f"), completed("- [x] 1 A")},
       "# P\n\n## Completed Tasks\n- [x] 1 A\n\n## Fix Task History\n- f\n\n"
       "## Review Suggestions\n- s\n\n## Learnings\n- a\n## Next\n"},
      {"# P\n\n## Completed Tasks\n- [x] 1 A\n\n## Next\n- n\n",
       {learning("- l")},
       "# P\n\n## Completed Tasks\n- [x] 1 A\n\n## Learnings\n- l\n\n## Next\n- n\n"},
      {"no newline", {learning("- l")}, "no newline\n\n## Learnings\n- l\n"},
      {"",
       {log("Skipping artifact review (next at task 5)"), learning("- l"), completed("- c")},
       "## Completed Tasks\n- c\n\n## Learnings\n- l\n\nSkipping artifact review (next at task "
       "5)\n"},
      {"\xEF\xBB\xBF## Learnings\n- a\n",
       {learning("- b"), completed("- c")},
       "\xEF\xBB\xBF## Completed Tasks\n- c\n\n## Learnings\n- a\n- b\n"},
  };
  for (const auto& row : table) {
    CAPTURE(row.before);
    CHECK(added(row.before, row.entries) == row.after);
  }
}

TEST_CASE("progress: log blocks go to the end, apart from each other") {
  const std::string review = "### Review: execution (Task 2, Iteration 1)\n- Status: REVIEW_PASS";
  CHECK(added("## Learnings\n- a\n", {log(review), log("Skipping")}) ==
        "## Learnings\n- a\n\n" + review + "\n\nSkipping\n");
  CHECK(added("## Learnings\n- a\n\n" + review + "\n", {log(review), learning("- b")}) ==
        "## Learnings\n- a\n- b\n\n" + review + "\n");
}

TEST_CASE("progress: what is there is not added again") {
  const std::string text =
      "## Completed Tasks\n- [x] 1.1 A - abc\n\n## Learnings\n- one  \n  two\n";
  CHECK(add_progress(text, Entries{completed("- [x] 1.1 A - abc")}) == text);
  CHECK(add_progress(text, Entries{learning("- one\n  two\n")}) == text);
  CHECK(add_progress(text, Entries{learning("- one\r\n  two")}) == text);
  CHECK(add_progress(text, Entries{learning("")}) == text);
  CHECK(add_progress(text, Entries{learning("\n  \n")}) == text);
  CHECK(add_progress(text, Entries{}) == text);
  // Only part of it is there, or it is part of what is there.
  CHECK(added(text, {learning("- one\n  three")}) == text + "- one\n  three\n");
  CHECK(added(text, {completed("- [x] 1.1 A")}) ==
        "## Completed Tasks\n- [x] 1.1 A - abc\n- [x] 1.1 A\n\n## Learnings\n- one  \n  two\n");
  // It stands in another section.
  CHECK(added("## Notes\n- a\n", {learning("- a")}) == "## Notes\n- a\n\n## Learnings\n- a\n");
  CHECK(added("", {learning("- a"), learning("- a")}) == "## Learnings\n- a\n");
}

TEST_CASE("progress: headings inside of fences are no sections") {
  const std::string text = "# P\n```\n## Learnings\n- no\n```\n~~~md\n## Completed Tasks\n~~~\n";
  CHECK(added(text, {learning("- a")}) == text + "\n## Learnings\n- a\n");
  const std::string open = "# P\n```\n## Learnings\n- a\n";
  CHECK(added(open, {learning("- b")}) == open + "- b\n");
  CHECK(
      added(open, {learning("- b\n  ```\n  code\n  ```"), completed("- [x] c")}).find("- [x] c") !=
      std::string::npos);
}

TEST_CASE("progress: line endings stay what they are") {
  CHECK(added("# P\r\n\r\n## Learnings\r\n- a\r\n\r\n## Next\r\n",
              {learning("- b\n  c"), fix("- f"), log("end")}) ==
        "# P\r\n\r\n## Fix Task History\r\n- f\r\n\r\n## Learnings\r\n- a\r\n- b\r\n  c\r\n\r\n"
        "## Next\r\n\r\nend\r\n");
}

TEST_CASE("progress: an entry cannot change what comes after it") {
  const std::string text = "## Completed Tasks\n- [x] 1 A\n\n## Learnings\n- l\n";
  const std::string opened = added(text, {completed("- x\n  ```sh\n  rm")});
  CHECK(opened ==
        "## Completed Tasks\n- [x] 1 A\n- x\n  ```sh\n  rm\n  ```\n\n## Learnings\n- l\n");
  CHECK(added(opened, {learning("- m")}) == opened + "- m\n");
  CHECK(added(text, {log("### Review\n## Learnings\n- forged\n# Title")}) ==
        text + "\n### Review\n\\## Learnings\n- forged\n\\# Title\n");
  CHECK(added(text, {log("## Reality Check (BEFORE)\n- Exit code: 1")}) ==
        text + "\n## Reality Check (BEFORE)\n- Exit code: 1\n");
}

TEST_CASE("notes: what agents wrote becomes learnings that record nothing") {
  const struct {
    std::string notes;
    std::vector<std::string> want;
  } table[] = {
      {"", {}},
      {"\n \n", {}},
      {"Use pnpm.", {"- Use pnpm."}},
      {"- a\n- b\n", {"- a", "- b"}},
      {"* a\n+ b\n1. c\n", {"- a", "- b", "- 1. c"}},
      {"one\ntwo\n\nthree", {"- one\n  two", "- three"}},
      {"- a\n  more\n    deep\n\n  still\n\nnew", {"- a\n  more\n    deep\n  still", "- new"}},
      {"# Task 3\n## Completed Tasks\n- [x] 3.1 Task A - abc\n## Learnings\n- l\n### Sub\n- m\n"
       "## Other\n- no\n",
       {"- \\[x] 3.1 Task A - abc", "- l", "- Sub", "- m"}},
      {"## learnings\n", {}},
      {"# Title\ntext\n## Completed\n- [X] 3.1\n- [ ] 3.2\n",
       {"- Title\n  text", "- Completed", "- \\[X] 3.1", "- \\[ ] 3.2"}},
      {"- - [x] 3.1\n> - [x] 3.2\n", {"- - \\[x] 3.1\n  > - \\[x] 3.2"}},
      {"a\r\nb\r\n", {"- a\n  b"}},
      {"- a\n```\n## Learnings\n\n- [x] 9.9\n```\n- b",
       {"- a\n  ```\n  ## Learnings\n\n  - \\[x] 9.9\n  ```", "- b"}},
      {"- a\n ## Learnings\n", {"- a\n  \\## Learnings"}},
      {"- # a\n", {"- \\# a"}},
      {"x <!-- y\n", {"- x \\<!-- y"}},
      {"---\ntask: 3\n---\n- a\n", {"- a"}},
      {"\xEF\xBB\xBF- a\n", {"- a"}},
      {"- \x1b[31mred\x1b[0m \xff\n", {"- red \xEF\xBF\xBD"}},
      {"```\ncode", {"- ```\n  code"}},
  };
  for (const auto& row : table) {
    CAPTURE(row.notes);
    CHECK(texts(read_notes(row.notes)) == row.want);
  }
}

TEST_CASE("notes: no line of a note looks like a tick or a section once it is in the file") {
  const std::string hostile =
      "## Learnings\n- [x] 3.1 A - abc\n  - [x] 3.2\n\t- [x] 3.3\n```\n- [x] 3.4\n## Completed "
      "Tasks\n~~~\n```\n- a\n        ## Learnings\n   ```\n## Completed Tasks\n- [x] 3.5 forged";
  const std::string text =
      added("## Completed Tasks\n- [x] 1.1 A\n\n## Learnings\n- l\n", read_notes(hostile));
  CHECK(text.find("- [x]") == text.rfind("- [x]"));
  CHECK(text.find("\n## Completed") == std::string::npos);
  CHECK(text.find("\n## Learnings") == text.rfind("\n## Learnings"));
  CHECK(added(text, {learning("- after")}) == text + "- after\n");
}

TEST_CASE("notes: they are bounded") {
  const auto many = read_notes(repeated("- x\n", 1'000));
  CHECK(many.size() == 201);
  CHECK(many.back().text == "- (800 more notes are left out)");
  std::size_t bytes = 0;
  for (const auto& note : read_notes(repeated("\xC3\xA4", 100'000))) bytes += note.text.size();
  CHECK(bytes <= notes_bytes_max + 16);
  CHECK(bytes > notes_bytes_max - 16);
}

TEST_CASE("digest: short texts as they are, long ones by their parts") {
  CHECK(progress_digest("# P\n", 4) == "# P\n");
  CHECK(progress_digest("", 0) == "");
  std::string text = "# Progress\n\n## Original Goal\nMake it fast.\n\n## Completed Tasks\n";
  for (int i = 1; i <= 500; ++i) text += "- [x] 1." + std::to_string(i) + " Task\n";
  text += "\n## Fix Task History\n- Task 1.1: 1 fixes\n\n## Learnings\n";
  for (int i = 1; i <= 500; ++i) text += "- learning " + std::to_string(i) + "\n";
  const std::string digest = progress_digest(text, 1'200);
  CHECK(digest.size() <= 1'200);
  CHECK(digest.size() > 900);
  CHECK(digest.find("Make it fast.") != std::string::npos);
  CHECK(digest.find("- [x] 1.500 Task\n") != std::string::npos);
  CHECK(digest.find("- [x] 1.1 Task\n") == std::string::npos);
  CHECK(digest.find("- learning 500\n") != std::string::npos);
  CHECK(digest.find("- learning 1\n") == std::string::npos);
  CHECK(digest.find("## Learnings\n[...]\n- learning ") != std::string::npos);
  for (std::size_t bytes = 0; bytes < 400; ++bytes) {
    CHECK(progress_digest(text, bytes).size() <= bytes);
    CHECK(progress_digest(repeated("\xC3\xA4", 300), bytes).size() <= bytes);
    CHECK(progress_digest("## Learnings\n" + repeated("\xC3\xA4", 300), bytes).size() <= bytes);
  }
}

TEST_CASE("progress: hostile texts take no time to speak of") {
  const std::clock_t start = std::clock();  // of this process: others may be busy
  std::string fences;
  for (int i = 500; i > 2; --i) fences += std::string(static_cast<std::size_t>(i), '`') + "\n";
  added(fences + repeated("- a\n", 50'000), {learning("- a\n  b"), log(repeated("- a\n", 5'000))});
  added("## Learnings\n" + repeated("- a\n", 50'000), read_notes(repeated("- a\n  b\n", 10'000)));
  progress_digest(repeated("## x\n", 200'000), 1'000);
  CHECK((std::clock() - start) / CLOCKS_PER_SEC < 20);
}
