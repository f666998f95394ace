// SPDX-License-Identifier: MIT
#include "adapters/spec/spec_files.h"
#include "format/json/tree.h"
#include "format/spec/state.h"
#include "support/temp_dir.h"
#include "unit/format/spec/support.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <sstream>

using namespace assay;
using core::loop::ProgressEntry;
using core::loop::SpecUpdate;
using core::work::WorkResult;
using support::has;

namespace {

namespace fs = std::filesystem;

const std::string pinned = "# Tasks: a\n\n## Phase 1: X\n\n- [ ] 1.1 One\n- [ ] 1.2 Two\n";
const std::string ticked = "# Tasks: a\n\n## Phase 1: X\n\n- [x] 1.1 One\n- [ ] 1.2 Two\n";
const std::string all_ticked = "# Tasks: a\n\n## Phase 1: X\n\n- [x] 1.1 One\n- [x] 1.2 Two\n";

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A workspace with one spec.
struct Place {
  Place() {
    dir.write("specs/a/tasks.md", pinned);
    dir.write("specs/a/.ralph-state.json", "{\n  \"name\": \"a\",\n  \"epicName\": \"e\"\n}\n");
    dir.write("specs/a/.progress.md", "# P\n\n## Learnings\n- old\n");
  }

  std::string path(const std::string& name) const { return dir / ("specs/a/" + name); }
  std::string text(const std::string& name) const { return slurp(path(name)); }

  SpecUpdate wanted() const {
    SpecUpdate update;
    update.workspace = dir.path();
    update.spec_dir = "specs/a";
    update.tasks.pinned = std::make_shared<const std::string>(pinned);
    update.tasks.ticked = {0};
    update.state.emplace();
    update.state->task_index = 1;
    update.state->total_tasks = 2;
    update.progress.push_back({ProgressEntry::Section::completed, "- [x] 1.1 One - abc"});
    return update;
  }

  SpecUpdate over() const {
    SpecUpdate update = wanted();
    update.tasks.ticked = {0, 1};
    update.state.reset();
    update.over = true;
    return update;
  }

  /// Every file with its content, in all of the workspace.
  std::map<std::string, std::string> everything() const {
    std::map<std::string, std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(dir.path())) {
      if (entry.is_regular_file()) out[entry.path().string()] = slurp(entry.path().string());
    }
    return out;
  }

  support::TempDir dir;
};

void done(const WorkResult& result) {
  CHECK_MESSAGE(result.status == WorkResult::Status::done, result.detail);
  CHECK(result.detail == "");
}

void failed(const WorkResult& result, const std::string& why) {
  CHECK(result.status == WorkResult::Status::failed);
  CHECK_MESSAGE(has(result.detail, why), result.detail);
}

void make_old(const std::string& path, int minutes) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
}

}  // namespace

TEST_CASE("spec files: an update makes them what they should be, and again changes nothing") {
  const Place place;
  ::chmod(place.path("tasks.md").c_str(), 0640);
  done(spec::update(place.wanted()));
  CHECK(place.text("tasks.md") == ticked);
  CHECK(place.text(".progress.md") ==
        "# P\n\n## Completed Tasks\n- [x] 1.1 One - abc\n\n## Learnings\n- old\n");
  const auto state = format::read_spec_state(place.text(".ralph-state.json"));
  REQUIRE(state.fields);
  CHECK(state.fields->task_index == 1);
  CHECK(has(place.text(".ralph-state.json"), "\"epicName\": \"e\""));
  struct stat first {};
  REQUIRE(::stat(place.path("tasks.md").c_str(), &first) == 0);
  CHECK((first.st_mode & 07777) == 0640);

  const auto before = place.everything();
  done(spec::update(place.wanted()));
  CHECK(place.everything() == before);
  CHECK(before.size() == 3);  // nothing was left behind
  struct stat second {};
  REQUIRE(::stat(place.path("tasks.md").c_str(), &second) == 0);
  CHECK(first.st_ino == second.st_ino);  // what is right is not touched
}

TEST_CASE("spec files: notes are taken over in their order, then removed") {
  const Place place;
  place.dir.write("trees/1/.progress-task-1.md", "## Learnings\n- second\n- [x] 1.2 forged\n");
  place.dir.write("trees/0/.progress-task-0.md", "- first\n");
  SpecUpdate wanted = place.wanted();
  wanted.notes = {
      place.dir / "trees/0/.progress-task-0.md", place.dir / "trees/1/.progress-task-1.md",
      place.dir / "trees/2/.progress-task-2.md", place.dir / "trees/0/.progress-task-7.md"};
  done(spec::update(wanted));
  const std::string want =
      "# P\n\n## Completed Tasks\n- [x] 1.1 One - abc\n\n## Learnings\n- old\n- first\n- second\n"
      "- \\[x] 1.2 forged\n";
  CHECK(place.text(".progress.md") == want);
  CHECK_FALSE(fs::exists(place.dir / "trees/0/.progress-task-0.md"));
  CHECK_FALSE(fs::exists(place.dir / "trees/1/.progress-task-1.md"));
  // As after a crash between taking them over and removing them.
  place.dir.write("trees/0/.progress-task-0.md", "- first\n");
  done(spec::update(wanted));
  CHECK(place.text(".progress.md") == want);
  CHECK_FALSE(fs::exists(place.dir / "trees/0/.progress-task-0.md"));
}

TEST_CASE("spec files: hostile notes stop nobody and reach nothing") {
  const Place place;
  place.dir.write("secret/.progress-task-9.md", "- secret\n");
  fs::create_directories(place.dir / "t");
  fs::create_symlink(place.dir / "secret/.progress-task-9.md", place.dir / "t/.progress-task-1.md");
  fs::create_directory_symlink(place.dir / "secret", place.dir / "linked");
  fs::create_directories(place.dir / "t/.progress-task-2.md");
  REQUIRE(::mkfifo((place.dir / "t/.progress-task-3.md").c_str(), 0600) == 0);
  place.dir.write("t/.progress-task-4.md", std::string(1'000'000, 'x'));
  SpecUpdate wanted = place.wanted();
  for (const char* name :
       {"t/.progress-task-1.md", "t/.progress-task-2.md", "t/.progress-task-3.md",
        "t/.progress-task-4.md", "linked/.progress-task-9.md"}) {
    wanted.notes.push_back(place.dir / name);
  }
  done(spec::update(wanted));
  CHECK_FALSE(has(place.text(".progress.md"), "secret"));
  CHECK(place.text(".progress.md").size() < 70'000);
  CHECK(slurp(place.dir / "secret/.progress-task-9.md") == "- secret\n");
  CHECK_FALSE(fs::is_symlink(place.dir / "t/.progress-task-1.md"));
  CHECK_FALSE(fs::exists(place.dir / "t/.progress-task-3.md"));
  wanted.notes = {place.path("tasks.md")};
  failed(spec::update(wanted), "is no file of notes");
  CHECK(place.text("tasks.md") == ticked);
}

TEST_CASE("spec files: a spec that is over") {
  const Place place;
  place.dir.write("specs/a/.progress-task-1.md", "old");
  make_old(place.path(".progress-task-1.md"), 61);
  place.dir.write("specs/a/.progress-task-2.md", "young");
  make_old(place.path(".progress-task-2.md"), 59);
  place.dir.write("specs/a/.progress-task.md", "not one of them");
  make_old(place.path(".progress-task.md"), 61);
  place.dir.write("specs/b/design.md", "x");
  place.dir.write("specs/c/.ralph-state.json",
                  R"({"phase": "execution", "taskIndex": 2, "totalTasks": 5})");
  place.dir.write("specs/d/tasks.md", "- [x] 1.1 A\n  - [ ] nested\n```\n- [ ] 9.9 no\n```\n");
  place.dir.write("specs/e/.ralph-state.json", "broken");
  place.dir.write("specs/f\"\n|/research.md", "x");
  place.dir.write("specs/_epics/x", "");
  place.dir.write("elsewhere/tasks.md", "");
  fs::create_directory_symlink(place.dir / "elsewhere", place.dir / "specs/link");
  done(spec::update(place.over()));
  CHECK(place.text("tasks.md") == all_ticked);
  CHECK_FALSE(fs::exists(place.path(".ralph-state.json")));
  CHECK_FALSE(fs::exists(place.path(".progress-task-1.md")));
  CHECK(fs::exists(place.path(".progress-task-2.md")));
  CHECK(fs::exists(place.path(".progress-task.md")));

  const std::string json = slurp(place.dir / "specs/.index/index-state.json");
  const auto tree = format::read_json_tree(json, 10'000);
  REQUIRE(tree.fault == "");
  std::map<std::string, std::string> phases;
  for (const auto& one : tree.root.find("specs")->items) {
    phases[one.find("name")->text] = one.find("phase")->text;
    CHECK(one.find("path")->text == "./specs/" + one.find("name")->text);
  }
  CHECK(phases == std::map<std::string, std::string>{{"a", "completed"},
                                                     {"b", "design"},
                                                     {"c", "execution"},
                                                     {"d", "completed"},
                                                     {"e", "new"},
                                                     {"f\"\n|", "research"}});
  CHECK(has(slurp(place.dir / "specs/.index/index.md"), "| c | ./specs | execution | 2/5 tasks |"));

  const auto before = place.everything();
  done(spec::update(place.over()));
  CHECK(place.everything() == before);
}

TEST_CASE("spec files: a spec without folder above it, and one directly in the workspace") {
  const Place place;
  SpecUpdate wanted = place.over();
  wanted.workspace = place.dir / "specs/a";
  wanted.spec_dir = ".";
  done(spec::update(wanted));
  CHECK_FALSE(fs::exists(place.dir / "specs/.index"));
  wanted.workspace = place.dir / "specs";
  wanted.spec_dir = "./a/";
  place.dir.write("specs/src/design.md", "no spec");
  done(spec::update(wanted));
  const std::string json = slurp(place.dir / "specs/.index/index-state.json");
  CHECK(has(json, "\"./a\""));
  CHECK_FALSE(has(json, "src"));
}

TEST_CASE("spec files: nothing is reached through links") {
  for (const std::string name : {"tasks.md", ".progress.md", ".ralph-state.json"}) {
    CAPTURE(name);
    const Place place;
    place.dir.write("outside", "precious");
    fs::remove(place.path(name));
    fs::create_symlink(place.dir / "outside", place.path(name));
    const auto before = place.everything();
    failed(spec::update(place.wanted()), "specs/a/" + name + ": is a symbolic link");
    CHECK(place.everything() == before);
    failed(spec::update(place.over()), "symbolic link");
    CHECK(slurp(place.dir / "outside") == "precious");
    CHECK(fs::is_symlink(place.path(name)));
  }
  const Place place;
  fs::rename(place.dir / "specs", place.dir / "real");
  fs::create_directory_symlink(place.dir / "real", place.dir / "specs");
  failed(spec::update(place.wanted()), "specs/a: is a symbolic link");
  CHECK(slurp(place.dir / "real/a/tasks.md") == pinned);
  SpecUpdate up = place.wanted();
  up.workspace = place.dir / "real";
  up.spec_dir = "../real/a";
  failed(spec::update(up), "leads out of the workspace");
  up.spec_dir = place.dir / "real/a";
  failed(spec::update(up), "leads out of the workspace");
  up.spec_dir = "none";
  failed(spec::update(up), "No such file");
}

TEST_CASE("spec files: a link in the place of the index is refused") {
  const Place place;
  fs::create_directories(place.dir / "outside");
  fs::create_directory_symlink(place.dir / "outside", place.dir / "specs/.index");
  failed(spec::update(place.over()), ".index: is a symbolic link");
  CHECK(fs::is_empty(place.dir / "outside"));
  fs::remove(place.dir / "specs/.index");
  place.dir.write("precious", "x");
  fs::create_directories(place.dir / "specs/.index");
  fs::create_symlink(place.dir / "precious", place.dir / "specs/.index/index.md");
  failed(spec::update(place.over()), "index.md: is a symbolic link");
  CHECK(slurp(place.dir / "precious") == "x");
}

TEST_CASE("spec files: what is no file is told") {
  const Place place;
  fs::remove(place.path("tasks.md"));
  fs::create_directories(place.path("tasks.md"));
  failed(spec::update(place.wanted()), "tasks.md: is a directory");
  fs::remove(place.path("tasks.md"));
  REQUIRE(::mkfifo(place.path("tasks.md").c_str(), 0600) == 0);
  failed(spec::update(place.wanted()), "tasks.md: is a pipe");
  fs::remove(place.path("tasks.md"));
  fs::create_directories(place.path(".tasks.md.assay-new"));
  failed(spec::update(place.wanted()), ".tasks.md.assay-new: File exists");
}

TEST_CASE("spec files: missing, corrupt and huge files are written anew") {
  const Place place;
  fs::remove(place.path("tasks.md"));
  fs::remove(place.path(".progress.md"));
  place.dir.write("specs/a/.ralph-state.json", "{\"taskIndex\": ");
  done(spec::update(place.wanted()));
  CHECK(place.text("tasks.md") == ticked);
  CHECK(place.text(".progress.md") == "## Completed Tasks\n- [x] 1.1 One - abc\n");
  CHECK(format::read_spec_state(place.text(".ralph-state.json")).fields);
  fs::resize_file(place.path("tasks.md"), 100 << 20);
  fs::resize_file(place.path(".ralph-state.json"), 100 << 20);
  done(spec::update(place.wanted()));
  CHECK(place.text("tasks.md") == ticked);
  fs::resize_file(place.path(".progress.md"), 100 << 20);  // nobody can tell what it says
  failed(spec::update(place.wanted()), ".progress.md: larger than 8388608 bytes");
}

TEST_CASE("spec files: wherever an update is interrupted, the next one ends the same") {
  const std::vector<std::string> names{".progress.md", "tasks.md", ".ralph-state.json"};
  const auto with_notes = [](const Place& place) {
    SpecUpdate wanted = place.wanted();
    wanted.notes = {place.path(".progress-task-0.md")};
    return wanted;
  };
  const std::string notes = "- noted\n  twice\n- [x] 1.1 One - abc\n";
  const Place whole;
  whole.dir.write("specs/a/.progress-task-0.md", notes);
  done(spec::update(with_notes(whole)));
  for (std::size_t written = 0; written <= names.size(); ++written) {
    CAPTURE(written);
    const Place place;
    for (std::size_t i = 0; i < written; ++i) {
      place.dir.write("specs/a/" + names[i], whole.text(names[i]));
    }
    if (written < names.size()) {
      place.dir.write("specs/a/." + names[written] + ".assay-new", "half of it");
    }
    place.dir.write("specs/a/.progress-task-0.md", notes);
    done(spec::update(with_notes(place)));
    for (const std::string& name : names) CHECK(place.text(name) == whole.text(name));
    CHECK(place.everything().size() == names.size());
  }
}

TEST_CASE("spec files: what a crash left behind is cleared away") {
  const Place place;
  place.dir.write("specs/a/.tasks.md.assay-new", "half");
  place.dir.write("specs/a/..ralph-state.json.assay-new", "half");
  done(spec::update(place.over()));
  CHECK(place.text("tasks.md") == all_ticked);
  for (const auto& [path, text] : place.everything()) CHECK_FALSE(has(path, "assay-new"));
}

TEST_CASE("spec files: a full disk leaves everything as it was") {
  const Place place;
  SpecUpdate wanted = place.wanted();
  // tasks.md and .progress.md still fit, the state file does not.
  wanted.state->fix_task_map["1.1"].last_error = std::string(100'000, 'e');
  const auto before = place.everything();
  rlimit old{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{20'000, old.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const WorkResult result = spec::update(wanted);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
  ::signal(SIGXFSZ, old_handler);
  failed(result, "specs/a/.ralph-state.json: File too large");
  CHECK(place.everything() == before);
  done(spec::update(wanted));
}

TEST_CASE("spec files: a read-only folder leaves everything as it was") {
  const Place place;
  const auto before = place.everything();
  ::chmod(place.dir.path().c_str(), 0755);
  ::chmod((place.dir / "specs/a").c_str(), 0555);
  const bool is_root = ::geteuid() == 0;  // to whom nothing is read-only
  if (is_root) REQUIRE(::seteuid(65534) == 0);
  const WorkResult result = spec::update(place.wanted());
  const WorkResult over = spec::update(place.over());
  if (is_root) REQUIRE(::seteuid(0) == 0);
  ::chmod((place.dir / "specs/a").c_str(), 0755);
  failed(result, "specs/a/.progress.md: Permission denied");
  failed(over, "Permission denied");
  CHECK(place.everything() == before);
}

TEST_CASE("spec files: reading one") {
  const Place place;
  const auto read = [&](const std::string& name) {
    return spec::read_spec_file(place.dir.path(), "specs/a", name);
  };
  CHECK(*read("tasks.md") == pinned);
  CHECK(read("design.md").error().fault == Fault::not_found);
  for (const char* name : {"", ".", "..", "../a/tasks.md", "x/y"}) {
    CHECK(read(name).error().fault == Fault::bad_input);
  }
  fs::create_symlink("tasks.md", place.path("link.md"));
  CHECK(read("link.md").error().fault == Fault::bad_input);
  fs::create_directories(place.path("folder"));
  CHECK(read("folder").error().fault == Fault::bad_input);
  place.dir.write("specs/a/big.md", "x");
  fs::resize_file(place.path("big.md"), spec::file_bytes_max);
  CHECK(read("big.md")->size() == spec::file_bytes_max);
  fs::resize_file(place.path("big.md"), spec::file_bytes_max + 1);
  CHECK(read("big.md").error().fault == Fault::exhausted);
  CHECK(spec::read_spec_file(place.dir.path(), "specs/x", "a").error().fault == Fault::not_found);
  CHECK(spec::read_spec_file(place.dir.path(), "../x", "a").error().fault == Fault::bad_input);
}
