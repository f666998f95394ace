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
    return reading::read_report_files(cwd.string(), pattern, since);
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
