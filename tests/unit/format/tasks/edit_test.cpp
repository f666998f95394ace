// SPDX-License-Identifier: MIT
#include "format/tasks/tasks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace assay::format {
namespace {

using core::loop::Insertion;
using core::loop::TaskKey;
using core::loop::TaskList;

/// As it is when a run starts: what is ticked stays so.
TaskList untouched(const std::string& text) {
  TaskList list{std::make_shared<const std::string>(text), {}, {}};
  const TasksReading reading = read_tasks(text);
  for (std::size_t i = 0; i < reading.tasks.size(); ++i) {
    if (reading.tasks[i].checked) list.ticked.push_back(static_cast<TaskKey>(i));
  }
  return list;
}

std::string block(const std::string& id) {
  return "- [ ] " + id +
         " New\n  - **Do**: x\n  - **Files**: none\n  - **Done when**: y\n"
         "  - **Verify**: `make " +
         id + "`\n  - **Commit**: None\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

const std::string tight =
    "# T\n\n## Phase 1\n- [ ] 1.1 a\n  - x\n- [x] 1.2 b\n- [ ] 1.10 c\n\n## Phase 2\n- [ ] 2.1 d\n";
const std::string spaced =
    "## Phase 1\n\n- [ ] 1.1 a\n  - x\n\n- [x] 1.2 b\n\n## Phase 2\n\n- [ ] 2.1 d\n\nEnd.\n";

TEST_CASE("edit: an untouched list is the same bytes") {
  const std::string texts[] = {
      "",
      "\n",
      "no tasks",
      tight,
      spaced,
      replaced(tight, "\n", "\r\n"),
      replaced(spaced, "  - x", "\t- x\t "),
      "\xEF\xBB\xBF" + tight,
      tight.substr(0, tight.size() - 1),
      "- [X] 1 a",
      "- [x] 1 a\r\n- [ ] 2 b\n\r\n \t\n",
      "---\nspec: x\n---\n* [ ] 1 a\n\x80\xff\n",
      "- [ ] 1 a\n```\nnever closed",
      "- [ ]",
  };
  for (const std::string& text : texts) {
    CAPTURE(text);
    CHECK(write_tasks(untouched(text)) == text);
  }
}

TEST_CASE("edit: a tick changes one byte, that of its own task") {
  TaskList list = untouched(tight);
  list.ticked = {0, 1};
  CHECK(write_tasks(list) == replaced(tight, "- [ ] 1.1 ", "- [x] 1.1 "));
  list.ticked = {1, 2};
  CHECK(write_tasks(list) == replaced(tight, "- [ ] 1.10 ", "- [x] 1.10 "));
  list.ticked = {};
  CHECK(write_tasks(list) == replaced(tight, "- [x] 1.2 ", "- [ ] 1.2 "));
  TaskList big = untouched("- [X] 1 a\n* [ ] 2 [x] b\n");
  big.ticked = {0, 1};
  CHECK(write_tasks(big) == "- [X] 1 a\n* [x] 2 [x] b\n");
}

TEST_CASE("edit: inserted after a block, behind what was inserted after it before") {
  TaskList list = untouched(tight);
  list.insertions = {{0, false, block("1.1.1")}, {0, false, block("1.1.2")}};
  CHECK(write_tasks(list) ==
        replaced(tight, "  - x\n", "  - x\n" + block("1.1.1") + block("1.1.2")));
  list.insertions.push_back({4, false, block("1.1.1.1")});
  CHECK(write_tasks(list) ==
        replaced(tight, "  - x\n", "  - x\n" + block("1.1.1") + block("1.1.1.1") + block("1.1.2")));
}

TEST_CASE("edit: inserted before a block, directly before it") {
  TaskList list = untouched(tight);
  list.insertions = {{1, true, block("8")}, {1, true, block("9")}};
  CHECK(write_tasks(list) == replaced(tight, "- [x] 1.2", block("8") + block("9") + "- [x] 1.2"));
  list.insertions = {{3, true, block("8")}};
  CHECK(write_tasks(list) == replaced(tight, "- [ ] 2.1", block("8") + "- [ ] 2.1"));
}

TEST_CASE("edit: blank lines as they are around") {
  TaskList list = untouched(spaced);
  list.insertions = {{0, false, block("8")}};
  CHECK(write_tasks(list) == replaced(spaced, "  - x\n", "  - x\n\n" + block("8")));
  list.insertions = {{1, false, block("8")}};
  CHECK(write_tasks(list) == replaced(spaced, "1.2 b\n", "1.2 b\n\n" + block("8")));
  list.insertions = {{2, false, block("8")}};
  CHECK(write_tasks(list) == replaced(spaced, "2.1 d\n", "2.1 d\n\n" + block("8")));
  list.insertions = {{0, true, block("8")}};
  CHECK(write_tasks(list) == replaced(spaced, "- [ ] 1.1", block("8") + "\n- [ ] 1.1"));
}

TEST_CASE("edit: line endings and the end of the file stay as they are") {
  const std::string crlf = replaced(tight, "\n", "\r\n");
  TaskList list = untouched(crlf);
  list.insertions = {{0, false, "\n\n" + block("8") + "\n\n"}};
  CHECK(write_tasks(list) ==
        replaced(replaced(tight, "  - x\n", "  - x\n" + block("8")), "\n", "\r\n"));
  for (const std::string ending : {"\n", "\r\n"}) {
    const std::string text = "- [ ] 1 a" + ending + "- [ ] 2 b";
    TaskList open = untouched(text);
    open.insertions = {{1, false, block("8")}};
    const std::string inserted = replaced(block("8"), "\n", ending);
    CHECK(write_tasks(open) == text + ending + inserted.substr(0, inserted.size() - ending.size()));
    open.insertions = {{1, true, block("8")}};
    CHECK(write_tasks(open) == "- [ ] 1 a" + ending + inserted + "- [ ] 2 b");
  }
  // A block with the wrong line endings takes those of the file.
  TaskList foreign = untouched("- [ ] 1 a\n");
  foreign.insertions = {{0, false, replaced(block("8"), "\n", "\r\n")}};
  CHECK(write_tasks(foreign) == "- [ ] 1 a\n" + block("8"));
}

TEST_CASE("edit: keys stay what they were, in the order of the text") {
  TaskList list = untouched(tight);
  list.insertions = {{1, true, block("8")}, {1, false, block("9")}, {5, false, block("9.1")}};
  list.ticked = {1, 6};
  std::vector<std::pair<TaskKey, std::string>> listed;
  for (const ListedTask& each : tasks_of(list)) {
    listed.emplace_back(each.key, each.task.id);
    CHECK(each.task.checked == (each.key == 1 || each.key == 6));
  }
  const std::vector<std::pair<TaskKey, std::string>> wanted{
      {0, "1.1"}, {4, "8"}, {1, "1.2"}, {5, "9"}, {6, "9.1"}, {2, "1.10"}, {3, "2.1"}};
  CHECK(listed == wanted);
  CHECK(tasks_of(list)[1].task.line == 6);
  CHECK(tasks_of(list)[1].task.phase == "Phase 1");
}

TEST_CASE("edit: a chain of insertions upon insertions is no problem") {
  TaskList list = untouched("- [ ] 1 a\n");
  for (TaskKey i = 0; i < 5000; ++i)
    list.insertions.push_back({i, false, "- [ ] 2." + std::to_string(i) + " b"});
  const auto listed = tasks_of(list);
  REQUIRE(listed.size() == 5001);
  CHECK(listed[5000].task.id == "2.4999");
}

TEST_CASE("edit: no task gets lost in the list, even where the text hides it") {
  TaskList list = untouched("- [ ] 1 a\n```\nnever closed\n");
  list.insertions = {{0, false, "- [ ] 2 b\n  ```\n  x\n  ```\n"}};
  REQUIRE(tasks_of(list).size() == 2);
  CHECK(tasks_of(list)[1].task.id == "2");
}

/// A list of pieces that are nasty next to each other.
std::string some_text(std::mt19937_64& chance) {
  static const std::vector<std::string> pieces{"- [ ] 1.1 a",
                                               "- [x] 1.10 b",
                                               "* [X] V1 [VERIFY] c: `x && y`",
                                               "  - **Do**: x",
                                               "\t- [ ] nested",
                                               "  - **Verify**: `make`",
                                               "",
                                               "",
                                               "## Phase 2",
                                               "text",
                                               "  ```\n  - [ ] 9 no\n  ```",
                                               "```\n- [ ] 9 no\n```",
                                               "<!-- x -->",
                                               "---",
                                               "  more",
                                               "- [ ]",
                                               "### Deep",
                                               "- plain"};
  std::string text = chance() % 8 == 0 ? "\xEF\xBB\xBF" : "";
  const std::string ending = chance() % 3 == 0 ? "\r\n" : "\n";
  const std::size_t count = chance() % 20;
  for (std::size_t i = 0; i < count; ++i)
    text += replaced(pieces[chance() % pieces.size()], "\n", ending) + ending;
  if (chance() % 3 == 0 && !text.empty()) text.erase(text.find_last_not_of("\r\n") + 1);
  return text;
}

TEST_CASE("edit: whatever the list, editing does what it says and nothing else") {
  std::mt19937_64 chance(7);
  for (int round = 0; round < 3000; ++round) {
    const std::string text = some_text(chance);
    CAPTURE(text);
    TaskList list = untouched(text);
    REQUIRE(write_tasks(list) == text);
    const std::size_t count = read_tasks(text).tasks.size();
    if (count == 0) continue;
    const auto key = static_cast<TaskKey>(chance() % count);
    const std::vector<TaskKey> before = list.ticked;

    const auto at = std::find(list.ticked.begin(), list.ticked.end(), key);
    const bool was = at != list.ticked.end();
    if (was) {
      list.ticked.erase(at);
    } else {
      list.ticked.insert(std::lower_bound(list.ticked.begin(), list.ticked.end(), key), key);
    }
    const std::string ticked = write_tasks(list);
    REQUIRE(ticked.size() == text.size());
    std::size_t changes = 0;
    for (std::size_t i = 0; i < text.size(); ++i) changes += ticked[i] != text[i] ? 1U : 0U;
    REQUIRE(changes == 1);
    REQUIRE(read_tasks(ticked).tasks[key].checked != was);
    list.ticked = before;
    REQUIRE(write_tasks(list) == text);

    list.insertions = {{key, chance() % 2 == 0, block("7.7")}};
    const auto listed = tasks_of(list);
    REQUIRE(listed.size() == count + 1);
    const std::size_t place = list.insertions[0].before ? key : key + 1U;
    REQUIRE(listed[place].key == count);
    REQUIRE(listed[place].task.id == "7.7");
    REQUIRE(listed[place].task.files.empty());
    const TasksReading again = read_tasks(write_tasks(list));
    REQUIRE(again.tasks.size() == listed.size());
    for (std::size_t i = 0; i < listed.size(); ++i) REQUIRE(again.tasks[i] == listed[i].task);
    REQUIRE(compare_tasks(list, write_tasks(list)).tampering.empty());
  }
}

}  // namespace
}  // namespace assay::format
