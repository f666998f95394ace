// SPDX-License-Identifier: MIT
// Protected files against a commit: every way in which a file can become another one.
#include "adapters/repository/protected_files.h"

#include "core/work/guarded_paths.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

namespace assay {
namespace {

namespace fs = std::filesystem;
using PathList = std::vector<std::string>;

/// A repository with a few files, and one commit.
struct Guarded {
  support::TempDir dir;
  std::string work = dir / "work";

  Guarded() {
    write("tests/a.py", "a\n");
    write("tests/run", "#!/bin/sh\n");
    write("conftest.py", "c\n");
    write("src/x.py", "x\n");
    shell("git init -q -b main . && chmod +x tests/run && git add -A && " + commit);
  }
  const std::string commit =
      "git -c user.name=t -c user.email=t@example.com commit -q --allow-empty -m start";
  void write(const std::string& name, const std::string& content) const {
    dir.write("work/" + name, content);
  }
  void shell(const std::string& command) const {
    REQUIRE(std::system(("cd '" + work + "' && { " + command + "; }").c_str()) == 0);
  }
  PathList changed(const PathList& globs, const std::string& below = "") const {
    const auto found = tree::changed_protected(work + below, "main", core::work::spread(globs), {});
    REQUIRE(found);
    return *found;
  }
};

TEST_CASE("protected files: what is as it was is not told") {
  const Guarded repo;
  CHECK(repo.changed({"tests/**", "conftest.py"}).empty());
  repo.write("src/x.py", "other\n");
  repo.shell("touch tests/a.py");
  CHECK(repo.changed({"tests/**", "conftest.py"}).empty());
}

TEST_CASE("protected files: changed, new, gone, renamed, of another case or mode") {
  const Guarded repo;
  repo.write("tests/a.py", "other\n");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests/a.py"});
  repo.shell("git checkout -q . && chmod -x tests/run");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests/run"});
  repo.shell("git checkout -q . && mv tests/a.py tests/A.py");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests/A.py", "tests/a.py"});
  repo.shell(
      "git checkout -q . && rm -f tests/A.py && mkdir -p src/deep && echo 1 >src/deep/conftest.py");
  CHECK(repo.changed({"conftest.py"}) == PathList{"src/deep/conftest.py"});
}

TEST_CASE("protected files: links, in place of a file and of a folder above it") {
  const Guarded repo;
  repo.shell("cp tests/a.py '" + (repo.dir / "copy.py") + "' && ln -sf '" + (repo.dir / "copy.py") +
             "' tests/a.py");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests/a.py"});
  repo.shell("git checkout -q . && mv tests elsewhere && ln -s elsewhere tests");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests", "tests/a.py", "tests/run"});
}

TEST_CASE("protected files: what git ignores, its index and its configuration hide nothing") {
  const Guarded repo;
  repo.shell("echo 'tests/new.py' >>.git/info/exclude && echo 1 >tests/new.py");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests/new.py"});
  repo.shell(
      "echo 'tests/' >.gitignore && rm tests/new.py && mkdir tests/in && echo 1 >tests/in/b.py");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests/in/b.py"});
  repo.shell(
      "rm -r tests/in && echo other >tests/a.py && git update-index --assume-unchanged tests/a.py");
  CHECK(repo.changed({"tests/**"}) == PathList{"tests/a.py"});
}

TEST_CASE("protected files: names that ignored folders are full of are not told") {
  const Guarded repo;
  repo.shell(
      "echo node_modules >.gitignore && mkdir -p node_modules/pkg && "
      "echo 1 >node_modules/pkg/conftest.py");
  CHECK(repo.changed({"conftest.py"}).empty());
}

TEST_CASE("protected files: a repository inside") {
  const Guarded repo;
  repo.shell("git init -q -b main third && cd third && echo 1 >f && git add f && " + repo.commit +
             " && cd .. && git add third 2>/dev/null && " + repo.commit);
  CHECK(repo.changed({"third"}).empty());
  repo.shell("echo 2 >third/f");
  CHECK(repo.changed({"third"}) == PathList{"third"});
  repo.shell("cd third && git add f && " + repo.commit);
  CHECK(repo.changed({"third"}) == PathList{"third"});
}

TEST_CASE("protected files: a workspace below the top of its repository") {
  const Guarded repo;
  repo.write("tests/a.py", "other\n");
  repo.write("conftest.py", "other\n");
  CHECK(repo.changed({"a.py", "conftest.py"}, "/tests") == PathList{"a.py"});
}

TEST_CASE("protected files: no repository is an error, not silence") {
  const support::TempDir dir;
  CHECK_FALSE(tree::changed_protected(dir / "", "main", core::work::spread({"a"}), {}));
}

}  // namespace
}  // namespace assay
