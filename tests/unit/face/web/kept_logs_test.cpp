// SPDX-License-Identifier: MIT
#include "face/web/kept_logs.h"

#include "adapters/system/system.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <unistd.h>

namespace assay::web {
namespace {

std::string lines(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST_CASE("kept logs: lines are counted the same wherever one looks") {
  const std::string text = lines(40'000);  // several pieces
  const LogText log(text);
  std::uint64_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at % 997 == 0 || text[at] == '\n') CHECK_MESSAGE(log.line_at(at) == line, at);
    if (text[at] == '\n') ++line;
  }
  CHECK(log.line_at(text.size()) == 40'001);
  CHECK(log.line_at(text.size() + 5) == 40'001);
  CHECK(LogText("").line_at(0) == 1);
  CHECK(LogText(std::string(65'536, '\n')).line_at(65'536) == 65'537);
}

TEST_CASE("kept logs: a log is read once, and again when it has grown") {
  const support::TempDir dir;
  system::System outside;
  KeptLogs logs;
  dir.write("state/a.log", lines(20'000));
  const auto read = [&] { return logs.read(dir / "state/a.log", dir / "state", outside.files()); };
  const auto first = read();
  REQUIRE(first);
  CHECK(read().take() == *first);
  dir.write("state/a.log", lines(20'001));
  const auto second = read();
  REQUIRE(second);
  CHECK((*second)->text().size() > (*first)->text().size());
  CHECK_FALSE(logs.read(dir / "state/b.log", dir / "state", outside.files()));
}

TEST_CASE("kept logs: a link leads to no other file of this machine") {
  const support::TempDir dir;
  system::System outside;
  KeptLogs logs;
  dir.write("secret", "mine");
  dir.write("state/real.log", "out");
  REQUIRE(::symlink((dir / "secret").c_str(), (dir / "state/a.log").c_str()) == 0);
  REQUIRE(::symlink("real.log", (dir / "state/b.log").c_str()) == 0);
  CHECK_FALSE(logs.read(dir / "state/a.log", dir / "state", outside.files()));
  CHECK_FALSE(logs.read(dir / "secret", dir / "state", outside.files()));
  const auto inner = logs.read(dir / "state/b.log", dir / "state", outside.files());
  REQUIRE(inner);
  CHECK((*inner)->text() == "out");
}

}  // namespace
}  // namespace assay::web
