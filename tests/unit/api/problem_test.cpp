// SPDX-License-Identifier: MIT
#include "api/problem.h"

#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace assay::api {
namespace {

TEST_CASE("problems: every code has a word of its own") {
  std::vector<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(Code::no_summaries); ++i) {
    const std::string_view word = to_text(static_cast<Code>(i));
    CHECK_FALSE(word.empty());
    CHECK(std::find(words.begin(), words.end(), word) == words.end());
    words.push_back(word);
  }
  CHECK(to_text(Code::bad_input) == "bad_input");
  CHECK(to_text(Code::dirty_tree) == "dirty_tree");
  CHECK(to_text(Code::no_summaries) == "no_summaries");
}

TEST_CASE("problems: the plain text names the field, the value, the items and the hint") {
  CHECK(plain_text({.code = Code::bad_value, .field = "only", .value = "x", .what = "is no id"}) ==
        "only x: is no id");
  CHECK(plain_text({.code = Code::missing_value, .field = "summary"}) == "summary is missing");
  CHECK(
      plain_text(
          {.code = Code::dirty_tree, .what = "not clean", .hint = "commit", .items = {"a", "b"}}) ==
      "not clean\n  a\n  b\ncommit");
}

TEST_CASE(
    "problems: an error of a port becomes one with its code, and only two are not the caller's") {
  const Reply<int> reply = Error{Fault::conflict, "somebody was faster"};
  REQUIRE_FALSE(reply);
  CHECK(reply.error() == Problems{{.code = Code::conflict, .what = "somebody was faster"}});
  CHECK(is_bad_input(Code::conflict));
  CHECK_FALSE(is_bad_input(Code::io));
  CHECK_FALSE(is_bad_input(Code::exhausted));
}

/// A flag is a word of the command line: "--only". Words of git, make and the like are not ours.
TEST_CASE("problems: no text of the api names a flag, and the api starts no kill or sleep") {
  const std::string flags[] = {"\"-C ",         "--state-dir",     "--only",    "--manifest",
                               "--until",       "--from",          "--slug",    "--judge",
                               "--allow-dirty", "--allow-missing", "--request", "--prompt",
                               "--resume",      "--run-id"};
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(support::source_dir) + "/src/api")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      for (const std::string& flag : flags)
        CHECK_MESSAGE(line.find(flag) == std::string::npos, entry.path() << ": " << line);
      for (const char* word : {"\"/bin/", "\"/proc", "\"kill\"", "\"sleep\"", "sleep_for"})
        CHECK_MESSAGE(line.find(word) == std::string::npos, entry.path() << ": " << line);
    }
  }
}

}  // namespace
}  // namespace assay::api
