// SPDX-License-Identifier: MIT
#include "adapters/reading/report_files.h"

#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

using namespace assay;
namespace fs = std::filesystem;

namespace {

Instant now() { return std::chrono::floor<Millis>(std::chrono::system_clock::now()); }

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

struct Box {
  support::TempDir temp;
  fs::path cwd = fs::path(temp.path()) / "cwd";
  Instant since = now();
  Box() { fs::create_directories(cwd); }

  Result<std::vector<reading::ReportFile>> read(const std::string& pattern) const {
    auto fresh = reading::read_report_files(cwd.string(), pattern, since, {});
    if (!fresh) return fresh.error();
    return std::move(fresh->files);
  }
};

}  // namespace

TEST_CASE("report files: one written during the attempt is read") {
  const Box box;
  write(box.cwd / "build/junit.xml", "<x/>");
  const auto files = box.read("build/junit.xml");
  REQUIRE(files);
  REQUIRE(files->size() == 1);
  CHECK(files->front().name == "build/junit.xml");
  CHECK(files->front().bytes == "<x/>");
}

TEST_CASE("report files: patterns find several, sorted, and never dot files") {
  const Box box;
  for (const char* name : {"a/2.xml", "a/1.xml", "b/3.xml", "a/.hidden.xml", "a/4.txt"})
    write(box.cwd / name, name);
  const auto files = box.read("*/?.xml");
  REQUIRE(files);
  REQUIRE(files->size() == 3);
  CHECK((*files)[0].name == "a/1.xml");
  CHECK((*files)[1].name == "a/2.xml");
  CHECK((*files)[2].name == "b/3.xml");
}

TEST_CASE(
    "report files: one that was there before proves nothing, also with a fresh copy of old times") {
  Box box;
  write(box.cwd / "old.xml", "<x/>");
  const timespec long_ago[2] = {{1'600'000'000, 0}, {1'600'000'000, 0}};
  REQUIRE(::utimensat(AT_FDCWD, (box.cwd / "old.xml").c_str(), long_ago, 0) == 0);
  const auto files = box.read("old.xml");
  REQUIRE_FALSE(files);
  CHECK(files.error().what.find("was not written during this attempt") != std::string::npos);
  box.since = now() + std::chrono::hours{1};
  write(box.cwd / "new.xml", "<x/>");
  CHECK_FALSE(box.read("new.xml"));
}

TEST_CASE("report files: nothing outside the working directory is reached") {
  const Box box;
  write(box.cwd.parent_path() / "outside.xml", "<secret/>");
  fs::create_symlink(box.cwd.parent_path() / "outside.xml", box.cwd / "link.xml");
  fs::create_directory_symlink(box.cwd.parent_path(), box.cwd / "up");
  for (const char* path :
       {"../outside.xml", "link.xml", "up/outside.xml", "up/*.xml", "/etc/passwd"}) {
    CAPTURE(path);
    CHECK_FALSE(box.read(path));
  }
}

TEST_CASE("report files: a FIFO, a folder and a missing file are refused at once") {
  const Box box;
  REQUIRE(::mkfifo((box.cwd / "fifo.xml").c_str(), 0600) == 0);
  fs::create_directories(box.cwd / "folder.xml");
  for (const char* path : {"fifo.xml", "folder.xml", "missing.xml", "no*match.xml"}) {
    CAPTURE(path);
    CHECK_FALSE(box.read(path));
  }
}

namespace {

bool nobody(const std::string&) { return false; }

void age(const fs::path& path) {
  const timespec long_ago[2] = {{1'600'000'000, 0}, {1'600'000'000, 0}};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), long_ago, 0) == 0);
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("report files: old ones are out of the way while the attempt runs, and come back") {
  const Box box;
  write(box.cwd / "r/a.xml", "<old/>");
  write(box.cwd / "r/b.xml", "<other/>");
  const auto old = reading::set_reports_aside(box.cwd.string(), "r/*.xml", nobody);
  REQUIRE(old.size() == 2);
  CHECK_FALSE(fs::exists(box.cwd / "r/a.xml"));
  write(box.cwd / "r/b.xml", "<new/>");
  const auto fresh = reading::read_report_files(box.cwd.string(), "r/*.xml", box.since, old);
  REQUIRE(fresh);
  REQUIRE(fresh->files.size() == 1);
  CHECK(fresh->files.front().bytes == "<new/>");
  CHECK(fresh->old == std::vector<std::string>{"r/a.xml"});
  reading::put_reports_back(box.cwd.string(), old);
  CHECK(text_of(box.cwd / "r/a.xml") == "<old/>");
  CHECK(text_of(box.cwd / "r/b.xml") == "<new/>");
  CHECK(std::distance(fs::directory_iterator(box.cwd / "r"), {}) == 2);
}

TEST_CASE("report files: the same bytes written anew count, the old report put back does not") {
  Box box;
  struct Row {
    const char* bytes;
    bool counts;
  };
  for (const Row& row : {Row{"1..1\nok 1\n", true}, Row{"<s timestamp=\"2020\"/>", false}}) {
    CAPTURE(row.bytes);
    write(box.cwd / "r", row.bytes);
    age(box.cwd / "r");
    const auto old = reading::set_reports_aside(box.cwd.string(), "r", nobody);
    write(box.cwd / "r", row.bytes);
    CHECK(bool(reading::read_report_files(box.cwd.string(), "r", box.since, old)) == row.counts);
    reading::put_reports_back(box.cwd.string(), old);
  }
}

TEST_CASE("report files: what was touched only, where it could not be set aside, is old") {
  Box box;
  write(box.cwd / "r", "1..1\nok 1\n");
  age(box.cwd / "r");
  const auto old =
      reading::set_reports_aside(box.cwd.string(), "r", [](const auto&) { return true; });
  REQUIRE(fs::exists(box.cwd / "r"));
  REQUIRE(::utimensat(AT_FDCWD, (box.cwd / "r").c_str(), nullptr, 0) == 0);
  CHECK_FALSE(reading::read_report_files(box.cwd.string(), "r", box.since, old));
  write(box.cwd / "r", "1..1\nok 1 - b\n");
  CHECK(reading::read_report_files(box.cwd.string(), "r", box.since, old));
}

TEST_CASE("report files: what a dead coordinator set aside comes back with the next") {
  const Box box;
  write(box.cwd / "r.xml", "<old/>");
  REQUIRE(reading::set_reports_aside(box.cwd.string(), "*.xml", nobody).size() == 1);
  REQUIRE_FALSE(fs::exists(box.cwd / "r.xml"));
  const auto old = reading::set_reports_aside(box.cwd.string(), "*.xml", nobody);
  REQUIRE(old.size() == 1);
  reading::put_reports_back(box.cwd.string(), old);
  CHECK(text_of(box.cwd / "r.xml") == "<old/>");
}
