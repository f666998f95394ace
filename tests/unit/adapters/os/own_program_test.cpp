// SPDX-License-Identifier: MIT
#include "adapters/os/own_program.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using assay::os::own_program;

namespace {

namespace fs = std::filesystem;

/// A folder of the user's own with a program in it, first in the search path.
struct Planted {
  fs::path home;
  std::string path_before = ::getenv("PATH");
  std::string home_before = ::getenv("HOME") == nullptr ? "" : ::getenv("HOME");

  explicit Planted(const std::string& program) {
    char name[] = "/tmp/own-program-XXXXXX";
    home = ::mkdtemp(name);
    fs::create_directories(home / "bin");
    const std::string file = home / "bin" / program;
    std::ofstream(file) << "#!/bin/sh\n";
    ::chmod(file.c_str(), 0755);
    ::setenv("HOME", home.c_str(), 1);
    ::setenv("PATH", ((home / "bin").string() + ":" + path_before).c_str(), 1);
  }
  ~Planted() {
    ::setenv("PATH", path_before.c_str(), 1);
    ::setenv("HOME", home_before.c_str(), 1);
    fs::remove_all(home);
  }
};

}  // namespace

TEST_CASE("own programs: what somebody put into a folder of the user's is not taken") {
  const Planted planted("sh");
  const std::string found = own_program("sh");
  CHECK(found.ends_with("/sh"));
  CHECK(!found.starts_with(planted.home.string()));
}

TEST_CASE("own programs: one that is nowhere else is") {
  const Planted planted("assay-no-such-program");
  CHECK(own_program("assay-no-such-program") ==
        (planted.home / "bin" / "assay-no-such-program").string());
  CHECK(own_program("assay-nowhere-at-all") == "assay-nowhere-at-all");
  CHECK(own_program("./x") == "./x");
}
