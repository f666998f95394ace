// SPDX-License-Identifier: MIT
#include "unit/adapters/workshop/repository.h"

#include <memory>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using core::work::WorkResult;
using core::work::WorkSight;

const std::string feature = "docs/feature/x";

struct Verified : Repository {
  core::InspectWork to_verify() const {
    core::InspectWork wanted;
    wanted.directory = work;
    wanted.without = feature;
    return wanted;
  }
  std::string verified() const {
    const WorkSight sight = workshop().inspect(to_verify());
    CHECK(sight.problem == "");
    return sight.tree;
  }
  core::CommitWork to_commit(const Paths& paths, const std::string& digest = {}) const {
    return {{}, work, "feat(x): done\n\nAssay-Run: r1", paths, digest, feature};
  }
  Paths committed() const {
    Paths paths;
    std::istringstream lines(
        git("-c core.quotePath=false show --no-renames --format= --name-only HEAD"));
    for (std::string line; std::getline(lines, line);) paths.push_back(line);
    return paths;
  }
};

TEST_CASE("inspect: a folder can be left out of the digest and of what changed") {
  Verified verified;
  const std::string before = verified.verified();
  CHECK(before != verified.tree());
  verified.write(feature + "/design.md", "x");
  verified.write(feature + "/deep/er/x.yaml", "x");
  CHECK(verified.verified() == before);
  verified.write("docs/feature/xy", "not below it");
  const std::string beside = verified.verified();
  CHECK(beside != before);
  core::InspectWork again = verified.to_verify();
  again.since = before;
  CHECK(verified.workshop().inspect(again).changed == Paths{"docs/feature/xy"});
  for (const char* spelling : {"docs/feature/x/", "./docs//feature/x"}) {
    again.without = spelling;
    CHECK(verified.workshop().inspect(again).tree == beside);
  }
  // Against a tree that was seen whole.
  again = verified.to_verify();
  again.since = verified.tree();
  verified.write("a.txt", "changed");
  fs::remove(verified.path(feature + "/design.md"));
  CHECK(verified.workshop().inspect(again).changed == Paths{"a.txt"});
  again.without.clear();
  CHECK(verified.workshop().inspect(again).changed == Paths{"a.txt", feature + "/design.md"});
}

TEST_CASE("commit: exactly these files, and the message as it is") {
  Verified verified;
  const std::string parent = verified.head();
  Repository::run_in(
      verified.work,
      "echo c > a.txt && rm b.txt && mkdir d && echo n > d/n && echo s > stranger && "
      "echo i > staged && git add staged && mkdir -p docs/feature/x && "
      "echo e > docs/feature/x/evidence.json && echo l > x.log && echo '*.log' > .gitignore");
  const WorkResult done = verified.workshop().commit(verified.to_commit(
      {"a.txt", "b.txt", "d/n", feature, "x.log", "never/was"}, verified.verified()));
  CHECK(done.detail == "");
  REQUIRE(done.status == Status::done);
  CHECK(done.head == verified.head());
  CHECK(verified.git("rev-parse HEAD~1") == parent);
  CHECK(verified.git("log -1 --format=%B") == "feat(x): done\n\nAssay-Run: r1");
  CHECK(verified.git("log -1 --format='%(trailers:key=Assay-Run,valueonly)'") == "r1");
  CHECK(verified.committed() == Paths{"a.txt", "b.txt", "d/n", feature + "/evidence.json"});
  CHECK(verified.git("status --porcelain") == "A  staged\n?? .gitignore\n?? stranger");
}

TEST_CASE("commit: asked twice, made once") {
  Verified verified;
  verified.write("a.txt", "c");
  const core::CommitWork wanted = verified.to_commit({"a.txt"}, verified.verified());
  const WorkResult first = verified.workshop().commit(wanted);
  REQUIRE(first.status == Status::done);
  CHECK(verified.workshop().commit(wanted) == first);
  CHECK(verified.git("rev-list --count HEAD") == "2");
}

TEST_CASE("commit: nothing to commit is no commit") {
  Verified verified;
  verified.write("stranger", "x");
  for (const Paths& paths : {Paths{}, Paths{"a.txt"}, Paths{"never/was", feature}}) {
    const WorkResult done = verified.workshop().commit(verified.to_commit(paths));
    CHECK(done.status == Status::done);
    CHECK(done.detail == "nothing to commit");
    CHECK(done.head == verified.head());
  }
  CHECK(verified.git("rev-list --count HEAD") == "1");
}

TEST_CASE("commit: a file that changed after it was verified stops it") {
  struct Row {
    std::string name;
    const char* commands;
    const char* named;
  };
  const Row rows[] = {
      {"a committed one", "echo evil > a.txt", "a.txt"},
      {"another one", "echo evil > b.txt", "b.txt"},
      {"a new one", "echo evil > new", "new"},
      {"one less", "rm b.txt", "b.txt"},
      {"mode", "chmod +x a.txt", "a.txt"},
      {"with the old time", "touch -r a.txt t && echo d > a.txt && touch -r t a.txt && rm t",
       "a.txt"},
      {"rules", "echo a.txt > .gitignore", ".gitignore"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Verified verified;
    verified.write("a.txt", "c\n");
    const core::CommitWork wanted = verified.to_commit({"a.txt"}, verified.verified());
    const std::string head = verified.head();
    Repository::run_in(verified.work, row.commands);
    const WorkResult done = verified.workshop().commit(wanted);
    CHECK(done.status == Status::failed);
    CHECK(done.detail == std::string("changed after it was verified: ") + row.named);
    CHECK(done.head == head);
    CHECK(verified.head() == head);
    CHECK(verified.git("diff --cached --name-only") == "");
  }
}

TEST_CASE("commit: a program of the repository is not run, and what it stands for is not stored") {
  Verified verified;
  verified.git("config filter.late.clean 'sh -c \"echo evil > b.txt; cat\"'");
  verified.write(".gitattributes", "a.txt filter=late\n");
  verified.write("a.txt", "c\n");
  const std::string before = Repository::read(verified.path("b.txt"));
  const core::CommitWork wanted =
      verified.to_commit({"a.txt", "b.txt", ".gitattributes"}, verified.verified());
  const std::string head = verified.head();
  const WorkResult done = verified.workshop().commit(wanted);
  CHECK(done.status == Status::failed);
  CHECK(has(done.detail, "a.txt: is stored by the filter 'late'"));
  CHECK(Repository::read(verified.path("b.txt")) == before);
  CHECK(verified.head() == head);
  CHECK(verified.git("diff --cached --name-only") == "");
}

TEST_CASE("commit: what is checked out must be what the run began with") {
  Verified verified;
  verified.write("a.txt", "c\n");
  core::CommitWork wanted = verified.to_commit({"a.txt"}, verified.verified());
  wanted.parent = verified.head();
  wanted.branch = "main";
  SUBCASE("another commit") { verified.git("commit -q --allow-empty -m meanwhile"); }
  SUBCASE("another branch") { verified.git("switch -q -c other"); }
  SUBCASE("no branch") { verified.git("checkout -q --detach"); }
  const std::string head = verified.head();
  const WorkResult refused = verified.workshop().commit(wanted);
  CHECK(refused.status == Status::failed);
  CHECK(has(refused.detail, "nothing was committed"));
  CHECK(verified.head() == head);
}

TEST_CASE("commit: made once, and found again when it is asked for again") {
  Verified verified;
  verified.write("a.txt", "c\n");
  core::CommitWork wanted = verified.to_commit({"a.txt"}, verified.verified());
  wanted.parent = verified.head();
  wanted.branch = "main";
  const WorkResult first = verified.workshop().commit(wanted);
  CHECK(first.status == Status::done);
  CHECK(first.head != wanted.parent);
  const WorkResult again = verified.workshop().commit(wanted);
  CHECK(again.status == Status::done);
  CHECK(again.head == first.head);
}

TEST_CASE("commit: a tree that nobody kept is another tree all the same") {
  Verified verified;
  verified.write("a.txt", "c\n");
  const WorkResult done =
      verified.workshop().commit(verified.to_commit({"a.txt"}, std::string(64, 'a')));
  CHECK(done.status == Status::failed);
  CHECK(done.detail == "the tree is not the one that was verified");
  CHECK(verified.git("rev-list --count HEAD") == "1");
}

TEST_CASE("commit: files of the feature folder may change until the end") {
  Verified verified;
  verified.write("a.txt", "c\n");
  const core::CommitWork wanted = verified.to_commit({"a.txt", feature}, verified.verified());
  verified.write(feature + "/evidence-bundle.md", "later");
  REQUIRE(verified.workshop().commit(wanted).status == Status::done);
  CHECK(verified.committed() == Paths{"a.txt", feature + "/evidence-bundle.md"});
}

TEST_CASE("commit: in the middle of something else, outside, or nowhere") {
  Verified verified;
  verified.write("a.txt", "c\n");
  for (const char* path : {"../state/x", "/etc/passwd"}) {
    CAPTURE(path);
    CHECK(verified.workshop().commit(verified.to_commit({"a.txt", path})).status == Status::failed);
  }
  verified.dir.write("work/.git/MERGE_HEAD", verified.head() + "\n");
  const WorkResult busy = verified.workshop().commit(verified.to_commit({"a.txt"}));
  CHECK(busy.status == Status::failed);
  CHECK(has(busy.detail, "a merge is in progress"));
  CHECK(verified.git("rev-list --count HEAD") == "1");
}

TEST_CASE("commit: names are names and no patterns") {
  Verified verified;
  Paths paths;
  for (const std::string& name : hostile_names()) {
    verified.write(name, name);
    paths.push_back(name);
  }
  verified.write("starry", "x");
  verified.write("x", "x");
  REQUIRE(verified.workshop().commit(verified.to_commit(paths, verified.verified())).status ==
          Status::done);
  CHECK(verified.git("status --porcelain") == "?? starry\n?? x");
}

TEST_CASE("tag: put once, never moved") {
  Verified verified;
  const std::string first = verified.head();
  const core::TagCommit wanted{{}, verified.work, "pipeline-baseline-r1", first};
  const WorkResult put = verified.workshop().tag(wanted);
  CHECK(put.status == Status::done);
  CHECK(put.detail == "");
  CHECK(put.head == first);
  CHECK(verified.git("rev-parse pipeline-baseline-r1") == first);
  CHECK(verified.workshop().tag(wanted) == put);
  const std::string second = verified.commit("second");
  verified.git("tag -f pipeline-baseline-r1 HEAD");
  const WorkResult moved = verified.workshop().tag(wanted);
  CHECK(moved.status == Status::done);
  CHECK(has(moved.detail, second));
  CHECK(verified.git("rev-parse pipeline-baseline-r1") == second);
  verified.git("tag -a -m x annotated " + first);
  CHECK(verified.workshop().tag({{}, verified.work, "annotated", first}).detail == "");
}

TEST_CASE("tag: bad names and what is no commit") {
  Verified verified;
  for (const char* name :
       {"", "-d", "a b", "2026-01-01T10:00:00", "../heads/main", "a..b", "x.lock"}) {
    CAPTURE(name);
    CHECK(verified.workshop().tag({{}, verified.work, name, verified.head()}).status ==
          Status::failed);
  }
  const std::string blob = verified.git("rev-parse HEAD:a.txt");
  for (const std::string& commit : {std::string("HEAD"), std::string(), blob, std::string(40, 'a')})
    CHECK(verified.workshop().tag({{}, verified.work, "t", commit}).status == Status::failed);
  CHECK(verified.git("tag") == "");
}

core::WriteBundle to_write(const Repository& repository) {
  auto bundle = std::make_shared<core::pipeline::Bundle>();
  bundle->run_id = "r1";
  bundle->slug = "x";
  return {{}, repository.path(feature), bundle};
}

TEST_CASE("write: both files of the bundle, also into a folder that is not there yet") {
  Repository repository;
  const WorkResult done = repository.workshop().write(to_write(repository));
  CHECK(done.detail == "");
  CHECK(done.status == Status::done);
  CHECK(done.head == repository.head());
  CHECK(has(Repository::read(repository.path(feature + "/evidence-bundle.md")),
            "# Evidence Bundle: x"));
  CHECK(has(Repository::read(repository.path(feature + "/evidence.json")), "\"run_id\": \"r1\""));
  CHECK(repository.workshop().write(to_write(repository)) == done);
  Paths names;
  for (const auto& entry : fs::directory_iterator(repository.path(feature)))
    names.push_back(entry.path().filename());
  CHECK(names.size() == 2);
}

TEST_CASE("write: links are replaced or refused, never followed") {
  Repository repository;
  repository.dir.write("outside/precious", "x");
  SUBCASE("in the place of a file") {
    fs::create_directories(repository.path(feature));
    fs::create_symlink(repository.dir / "outside/precious",
                       repository.path(feature + "/evidence-bundle.md"));
    CHECK(repository.workshop().write(to_write(repository)).status == Status::done);
    CHECK(has(Repository::read(repository.path(feature + "/evidence-bundle.md")), "# Evidence"));
  }
  SUBCASE("in the place of a folder") {
    fs::create_directory_symlink(repository.dir / "outside", repository.path("docs"));
    CHECK(repository.workshop().write(to_write(repository)).status == Status::failed);
    CHECK_FALSE(exists(repository.dir / "outside/feature"));
  }
  SUBCASE("elsewhere") {
    core::WriteBundle wanted = to_write(repository);
    for (const std::string& directory :
         {repository.dir / "outside", repository.work, repository.work + "/../outside",
          repository.work + "/.git", std::string("docs")}) {
      CAPTURE(directory);
      wanted.directory = directory;
      CHECK(repository.workshop().write(wanted).status == Status::failed);
    }
    CHECK_FALSE(exists(repository.dir / "outside/evidence.json"));
  }
  SUBCASE("a folder in the place of a file") {
    fs::create_directories(repository.path(feature + "/evidence.json/x"));
    CHECK(repository.workshop().write(to_write(repository)).status == Status::failed);
  }
  CHECK(Repository::read(repository.dir / "outside/precious") == "x");
}

}  // namespace
}  // namespace assay::test
