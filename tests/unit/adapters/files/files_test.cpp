// SPDX-License-Identifier: MIT
#include "adapters/files/files.h"

#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace assay::files {
namespace {

namespace fs = std::filesystem;

TEST_CASE("files: a file that is replaced keeps who may read, write and run it") {
  const support::TempDir dir;
  dir.write("a", "old");
  Files files;
  for (const unsigned mode : {0600U, 0755U, 0640U}) {
    fs::permissions(dir / "a", static_cast<fs::perms>(mode));
    REQUIRE(files.replace(dir / "a", "new"));
    CHECK(static_cast<unsigned>(fs::status(dir / "a").permissions()) == mode);
  }
  REQUIRE(files.replace(dir / "b", "new"));
  CHECK(static_cast<unsigned>(fs::status(dir / "b").permissions()) == 0644U);
  REQUIRE(files.make_executable(dir / "b"));
  CHECK(static_cast<unsigned>(fs::status(dir / "b").permissions()) == 0755U);
}

TEST_CASE("files: a file and an empty folder can be removed, a full one not") {
  const support::TempDir dir;
  dir.write("f/a", "x");
  Files files;
  CHECK_FALSE(files.remove(dir / "f"));
  CHECK(files.remove(dir / "f/a"));
  CHECK(files.remove(dir / "f/a"));
  CHECK(files.remove(dir / "f"));
  CHECK_FALSE(fs::exists(dir / "f"));
}

}  // namespace
}  // namespace assay::files
