// SPDX-License-Identifier: MIT
#include "adapters/workshop/supplier.h"
#include "repository.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using shell::Supply;

core::Evidence ended_with(int code) {
  core::Evidence evidence;
  evidence.exit = {core::ExitKind::exited, code, 0, ""};
  return evidence;
}

/// A repository with copies in its state directory, and set-ups that are run where they are asked
/// for.
struct Supplied : Repository {
  workshop::Workshop shop{work, state};
  int runs = 0;

  std::string place(const std::string& name) const { return state + "/runs/r1/work/" + name; }

  core::OpenCopy copy_called(const std::string& name, const std::string& commit = "") {
    core::OpenCopy wanted;
    wanted.workspace = work;
    wanted.directory = place(name);
    wanted.commit = commit;
    wanted.with_changes = commit.empty();
    REQUIRE(shop.copy(wanted).detail == "");
    return wanted;
  }

  shell::SupplyOrder order(const std::string& name, core::Supplies supplies) const {
    return {{7, 1}, work, place(name), std::make_shared<const core::Supplies>(std::move(supplies))};
  }

  Supply supply(const shell::SupplyOrder& wanted) {
    Supply supply = shop.supply(wanted, Millis{0});
    if (supply.status != Supply::Status::sets_up) return supply;
    ++runs;
    CHECK(supply.launch.cwd == wanted.directory);
    const std::string line = "cd '" + supply.launch.cwd + "' && ( " + supply.launch.command + " )";
    return shop.set_up(wanted, ended_with(::system(line.c_str()) == 0 ? 0 : 1));
  }

  /// Makes a copy and gives it that.
  Supply give(const std::string& name, const core::Supplies& supplies,
              const std::string& commit = "") {
    copy_called(name, commit);
    return supply(order(name, supplies));
  }
};

TEST_CASE("supply: ignored files that are listed are brought, and nothing else") {
  Supplied repository;
  repository.write(".gitignore", ".env*\nbig/\n*.log\n");
  repository.commit("rules");
  repository.write(".env.test", "A=1\n");
  repository.write(".env.secret", "B=1\n");
  repository.write("big/one/x.bin", "x");
  repository.write("big/y.bin", "y");
  repository.write("run.log", "log");
  repository.write("sub/.env.test", "deep");
  struct Row {
    const char* name;
    core::Supplies supplies;
    std::vector<std::string> there;
    std::vector<std::string> absent;
  };
  const Row rows[] = {
      {"a file",
       {.include = {".env.test"}},
       {".env.test", "sub/.env.test"},
       {".env.secret", "big"}},
      {"at the top", {.include = {"/.env.test"}}, {".env.test"}, {"sub/.env.test"}},
      {"a folder", {.include = {"big/"}}, {"big/one/x.bin", "big/y.bin"}, {".env.test", "run.log"}},
      {"taken back", {.include = {".env*", "!.env.secret"}}, {".env.test"}, {".env.secret"}},
      {"by the file", {.listed = "# for copies\nrun.log\n"}, {"run.log"}, {".env.test"}},
      {"by both",
       {.include = {".env.test"}, .listed = "big/one\n"},
       {"big/one/x.bin"},
       {"big/y.bin"}},
      {"tracked ones are no matter", {.include = {"a.txt", "*.log"}}, {"a.txt", "run.log"}, {}},
      {"outside", {.include = {"../x", "/etc/passwd"}}, {}, {"etc", ".env.test"}},
  };
  int number = 0;
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const std::string name = "c" + std::to_string(++number);
    CHECK(repository.give(name, row.supplies).detail == "");
    for (const std::string& path : row.there)
      CHECK_MESSAGE(fs::exists(repository.place(name) + "/" + path), path);
    for (const std::string& path : row.absent)
      CHECK_MESSAGE(!fs::exists(repository.place(name) + "/" + path), path);
    CHECK(Repository::git_in(repository.place(name), "status --porcelain") == "");
  }
}

TEST_CASE("supply: a file keeps its mode and time, and is no second name of the one it came from") {
  Supplied repository;
  repository.write(".gitignore", "*.key\n");
  repository.commit("rules");
  repository.write("a.key", "secret");
  fs::permissions(repository.path("a.key"), fs::perms{0400});
  const auto then = fs::last_write_time(repository.path("a.key")) - std::chrono::hours{5};
  fs::last_write_time(repository.path("a.key"), then);
  REQUIRE(repository.give("c", {.include = {"*.key"}}).status == Supply::Status::ready);
  const std::string copied = repository.place("c") + "/a.key";
  CHECK(fs::status(copied).permissions() == fs::perms{0400});
  CHECK(fs::last_write_time(copied) == then);
  CHECK(fs::hard_link_count(copied) == 1);
  fs::permissions(copied, fs::perms{0600});
  std::ofstream(copied) << "other";
  CHECK(Repository::read(repository.path("a.key")) == "secret");
}

TEST_CASE("supply: no link leads out, no pipe is waited for") {
  Supplied repository;
  repository.write(".gitignore", "data*\n");
  repository.commit("rules");
  repository.dir.write("outside/secret", "secret");
  fs::create_directories(repository.path("data"));
  fs::create_symlink(repository.dir / "outside", repository.path("data/out"));
  fs::create_symlink("../../outside/secret", repository.path("data/up"));
  fs::create_symlink("/etc", repository.path("data-etc"));
  fs::create_symlink("inner", repository.path("data/in"));
  fs::create_symlink("nowhere", repository.path("data/dangling"));
  fs::create_symlink(".git", repository.path("data-git"));
  repository.write("data/inner", "inner");
  repository.write("data/new\nline", "odd");
  REQUIRE(::mkfifo(repository.path("data/pipe").c_str(), 0600) == 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string here = repository.path("data/s");
  REQUIRE(here.size() < sizeof address.sun_path);
  here.copy(address.sun_path, here.size());
  REQUIRE(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  const Supply given = repository.give("c", {.include = {"data*"}});
  ::close(socket);
  CHECK(given.status == Supply::Status::ready);
  const std::string copy = repository.place("c") + "/";
  for (const char* path : {"data/out", "data/up", "data-etc", "data-git", "data/pipe", "data/s"}) {
    CAPTURE(path);
    CHECK(!fs::exists(fs::symlink_status(copy + path)));
    CHECK(given.detail.find("data") != std::string::npos);
  }
  CHECK(fs::read_symlink(copy + "data/in") == "inner");
  CHECK(fs::read_symlink(copy + "data/dangling") == "nowhere");
  CHECK(Repository::read(copy + "data/in") == "inner");
  CHECK(Repository::read(copy + "data/new\nline") == "odd");
}

TEST_CASE("supply: a folder of the way that became a link is not entered") {
  Supplied repository;
  repository.write(".gitignore", "data\n");
  repository.commit("rules");
  repository.dir.write("outside/secret", "secret");
  fs::create_symlink(repository.dir / "outside", repository.path("data"));
  const Supply given = repository.give("c", {.include = {"data/"}});
  CHECK(given.status == Supply::Status::ready);
  CHECK(!fs::exists(fs::symlink_status(repository.place("c") + "/data")));
}

TEST_CASE("supply: what a copy of an older commit would see is not brought into it") {
  Supplied repository;
  const std::string first = repository.head();
  repository.write(".gitignore", ".env\nb.txt\n");
  repository.git("rm -q --cached b.txt");
  repository.commit("b.txt is ignored now");
  repository.write(".env", "A=1\n");
  repository.write("b.txt", "of now\n");
  REQUIRE(repository.give("old", {.include = {".env", "b.txt"}}, first).detail == "");
  CHECK(!fs::exists(repository.place("old") + "/.env"));
  CHECK(Repository::read(repository.place("old") + "/b.txt") == "bee\n");
  CHECK(Repository::git_in(repository.place("old"), "status --porcelain") == "");
}

TEST_CASE("supply: a set-up is run once for the same inputs") {
  Supplied repository;
  repository.write(".gitignore", "modules/\n");
  repository.write("lock", "1\n");
  repository.commit("rules");
  const core::Supplies supplies{
      .setup =
          "mkdir -p modules/.bin modules/empty && cp lock modules/made && chmod 555 modules/made "
          "&& ln -s ../made modules/.bin/tool && pwd > modules/where",
      .setup_inputs = {"lock"}};
  for (const char* name : {"one", "two"}) {
    CAPTURE(name);
    REQUIRE(repository.give(name, supplies).detail == "");
    const std::string copy = repository.place(name);
    CHECK(Repository::read(copy + "/modules/.bin/tool") == "1\n");
    CHECK(fs::read_symlink(copy + "/modules/.bin/tool") == "../made");
    CHECK(fs::is_directory(copy + "/modules/empty"));
    CHECK(fs::status(copy + "/modules/made").permissions() == fs::perms{0555});
    // What names the place it was made in names the place it is in.
    CHECK(Repository::read(copy + "/modules/where") == copy + "\n");
    CHECK(Repository::git_in(copy, "status --porcelain") == "");
  }
  CHECK(repository.runs == 1);

  SUBCASE("other inputs, another set-up") {
    repository.write("lock", "2\n");
    REQUIRE(repository.give("three", supplies).detail == "");
    CHECK(Repository::read(repository.place("three") + "/modules/made") == "2\n");
    CHECK(repository.runs == 2);
  }
  SUBCASE("other files are no inputs") {
    repository.write("a.txt", "another\n");
    REQUIRE(repository.give("three", supplies).detail == "");
    CHECK(repository.runs == 1);
  }
  SUBCASE("without inputs every file counts") {
    core::Supplies all = supplies;
    all.setup_inputs = {};
    REQUIRE(repository.give("three", all).detail == "");
    repository.write("a.txt", "another\n");
    REQUIRE(repository.give("four", all).detail == "");
    CHECK(repository.runs == 3);
  }
  SUBCASE("another command, another set-up") {
    core::Supplies other = supplies;
    other.setup += " && true";
    REQUIRE(repository.give("three", other).detail == "");
    CHECK(repository.runs == 2);
  }
  SUBCASE("a copy that has it is not given it again") {
    std::ofstream(repository.place("two") + "/modules/where") << "mine";
    CHECK(repository.supply(repository.order("two", supplies)).detail == "");
    CHECK(Repository::read(repository.place("two") + "/modules/where") == "mine");
  }
}

TEST_CASE("supply: nobody who works in a copy writes to the result that is kept") {
  Supplied repository;
  repository.write(".gitignore", "modules/\n");
  repository.commit("rules");
  // The set-up keeps a second name of a file it makes.
  const std::string aside = repository.dir / "aside";
  const core::Supplies supplies{
      .setup = "mkdir modules && echo good > modules/lib && ln modules/lib " + aside,
      .setup_inputs = {"b.txt"}};
  REQUIRE(repository.give("one", supplies).detail == "");
  std::ofstream(aside) << "bad";
  std::ofstream(repository.place("one") + "/modules/lib") << "bad";
  REQUIRE(repository.give("two", supplies).detail == "");
  CHECK(Repository::read(repository.place("two") + "/modules/lib") == "good\n");
  std::ofstream(repository.place("two") + "/modules/lib") << "bad";
  REQUIRE(repository.give("three", supplies).detail == "");
  CHECK(Repository::read(repository.place("three") + "/modules/lib") == "good\n");
  CHECK(repository.runs == 1);
  for (const auto& entry : fs::recursive_directory_iterator(repository.state + "/setups")) {
    if (entry.is_regular_file()) CHECK(entry.hard_link_count() == 1);
  }

  SUBCASE("a result that somebody has touched is made again") {
    for (const auto& entry : fs::recursive_directory_iterator(repository.state + "/setups")) {
      if (entry.path().filename() != "lib") continue;
      const auto then = fs::last_write_time(entry.path());
      std::ofstream(entry.path()) << "evil\n";
      fs::last_write_time(entry.path(), then);
    }
    fs::remove(aside);
    REQUIRE(repository.give("four", supplies).detail == "");
    CHECK(Repository::read(repository.place("four") + "/modules/lib") == "good\n");
    CHECK(repository.runs == 2);
  }
}

TEST_CASE("supply: a set-up that fails, or changes what git sees, is no result") {
  Supplied repository;
  repository.write(".gitignore", "modules/\n");
  repository.commit("rules");
  struct Row {
    const char* name;
    const char* setup;
    const char* why;
  };
  const Row rows[] = {
      {"fails", "mkdir modules && touch modules/half && false", "failed (exit 1)"},
      {"changes a file", "mkdir -p modules && echo more >> a.txt",
       "changes files that git sees: a.txt"},
      {"removes a file", "rm b.txt", "b.txt"},
      {"makes one that is not ignored", "touch new", "new"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const core::Supplies supplies{.setup = row.setup, .setup_inputs = {"b.txt"}};
    for (const char* name : {"one", "two"}) {
      const Supply given = repository.give(name, supplies);
      CHECK(given.status == Supply::Status::failed);
      CHECK(given.detail.find(row.why) != std::string::npos);
      fs::remove_all(repository.place(name));
    }
  }
  CHECK(repository.runs == 8);
}

TEST_CASE("supply: what an interrupted set-up has left is no part of the next one's result") {
  Supplied repository;
  repository.write(".gitignore", "modules/\n");
  repository.commit("rules");
  const core::Supplies supplies{.setup = "mkdir -p modules && touch modules/whole"};
  repository.copy_called("one");
  {
    workshop::Workshop other(repository.work, repository.state);
    REQUIRE(other.supply(repository.order("one", supplies), Millis{0}).status ==
            Supply::Status::sets_up);
    Repository::run_in(repository.place("one"), "mkdir modules && touch modules/half");
  }
  REQUIRE(repository.supply(repository.order("one", supplies)).detail == "");
  REQUIRE(repository.give("two", supplies).detail == "");
  CHECK(!fs::exists(repository.place("one") + "/modules/half"));
  CHECK(!fs::exists(repository.place("two") + "/modules/half"));
  CHECK(fs::exists(repository.place("two") + "/modules/whole"));
}

TEST_CASE("supply: two coordinators at once make a result once") {
  Supplied repository;
  repository.write(".gitignore", "modules/\n");
  repository.commit("rules");
  const core::Supplies supplies{.setup = "mkdir -p modules && touch modules/a",
                                .setup_inputs = {"b.txt"}};
  repository.copy_called("one");
  repository.copy_called("two");
  repository.copy_called("three");
  workshop::Workshop other(repository.work, repository.state);
  const auto first = repository.order("one", supplies);
  const Supply begun = repository.shop.supply(first, Millis{0});
  REQUIRE(begun.status == Supply::Status::sets_up);
  CHECK(other.supply(repository.order("two", supplies), Millis{0}).status == Supply::Status::busy);
  CHECK(repository.shop.supply(repository.order("three", supplies), Millis{0}).status ==
        Supply::Status::busy);
  Repository::run_in(repository.place("one"), supplies.setup);
  CHECK(repository.shop.set_up(first, ended_with(0)).status == Supply::Status::ready);
  CHECK(other.supply(repository.order("two", supplies), Millis{0}).status == Supply::Status::ready);
  CHECK(repository.shop.supply(repository.order("three", supplies), Millis{0}).status ==
        Supply::Status::ready);
  CHECK(fs::exists(repository.place("two") + "/modules/a"));
}

TEST_CASE("supply: worktrees of tasks get it too") {
  Supplied repository;
  repository.write(".gitignore", ".env\n");
  repository.commit("rules");
  repository.write(".env", "A=1\n");
  REQUIRE(repository.shop.open(repository.to_open()).status ==
          core::work::WorkResult::Status::done);
  const auto supplies = std::make_shared<const core::Supplies>(core::Supplies{.include = {".env"}});
  CHECK(repository.shop
            .supply({{1, 1}, repository.work, repository.tree_of_task, supplies}, Millis{0})
            .status == Supply::Status::ready);
  CHECK(Repository::read(repository.tree_of_task + "/.env") == "A=1\n");
}

}  // namespace
}  // namespace assay::test
