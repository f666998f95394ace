// SPDX-License-Identifier: MIT
// What everybody who talks to a program promises, and whoever keeps to one directory.
#include "adapters/os/dialogue.h"

#include "adapters/files/inside.h"
#include "support/fake_dialogue.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <thread>

namespace assay {
namespace {

namespace fs = std::filesystem;

/// Says each line twice; "bye" ends it.
struct InProcess {
  std::unique_ptr<shell::Dialogue> talk =
      os::Dialogue::open({"sh", "-c",
                          "while IFS= read -r l; do [ \"$l\" = bye ] && exit 0; printf '1 %s\\n2 "
                          "%s\\n' \"$l\" \"$l\"; "
                          "done"},
                         "/")
          .take();
};
struct InFunction {
  std::unique_ptr<shell::Dialogue> talk = std::make_unique<fake::Dialogue>(
      [](const std::string& line) -> std::optional<std::vector<std::string>> {
        if (line == "bye") return std::nullopt;
        return std::vector<std::string>{"1 " + line, "2 " + line};
      });
};

std::string next(shell::Dialogue& talk) {
  const auto line = talk.hear();
  REQUIRE(line);
  return line->value_or("(nothing more)");
}

TEST_CASE_TEMPLATE("dialogue: lines come whole and in order, both ways", Kind, InProcess,
                   InFunction) {
  Kind kind;
  REQUIRE(kind.talk->say("a"));
  CHECK(next(*kind.talk) == "1 a");
  CHECK(next(*kind.talk) == "2 a");
  REQUIRE(kind.talk->say("b \"c\" \xc3\xa4"));
  REQUIRE(kind.talk->say(""));
  CHECK(next(*kind.talk) == "1 b \"c\" \xc3\xa4");
  CHECK(next(*kind.talk) == "2 b \"c\" \xc3\xa4");
  CHECK(next(*kind.talk) == "1 ");
}

TEST_CASE_TEMPLATE("dialogue: who has ended says nothing more, and does not listen", Kind,
                   InProcess, InFunction) {
  Kind kind;
  REQUIRE(kind.talk->say("bye"));
  CHECK(next(*kind.talk) == "(nothing more)");
  CHECK(next(*kind.talk) == "(nothing more)");
  bool refused = false;
  // It may close its ends one after the other.
  for (int i = 0; i < 1000 && !refused; ++i) {
    refused = !kind.talk->say("still there?");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  CHECK(refused);
}

TEST_CASE_TEMPLATE("dialogue: hanging up ends it, also twice", Kind, InProcess, InFunction) {
  Kind kind;
  REQUIRE(kind.talk->say("a"));
  kind.talk->hang_up(Millis{2'000});
  kind.talk->hang_up(Millis{0});
  CHECK_FALSE(kind.talk->say("b"));
}

TEST_CASE("dialogue: neither waits for the other for ever, however much both say") {
  auto talk = os::Dialogue::open({"cat"}, "/").take();
  const std::string much(3U << 20U, 'x');
  REQUIRE(talk->say(much));
  REQUIRE(talk->say("end"));
  CHECK(next(*talk).size() == much.size());
  CHECK(next(*talk) == "end");
}

TEST_CASE("dialogue: a program that is not there, and one that never ends") {
  const auto none = os::Dialogue::open({"no-such-program-at-all"}, "/");
  REQUIRE_FALSE(none);
  CHECK(none.error().fault == Fault::not_found);
  auto deaf =
      os::Dialogue::open({"sh", "-c", "trap '' TERM; while :; do sleep 0.05; done"}, "/").take();
  deaf->hang_up(Millis{50});
  CHECK_FALSE(deaf->say("x"));
}

struct InMemory {
  fake::Inside inside;
  std::string root = "/dir";
  shell::Inside& get() { return inside; }
  void link(const std::string& name, const std::string& to) {
    inside.links[name] = to.starts_with('/') ? to : root + "/" + to;
  }
};
struct OnDisk {
  support::TempDir dir;
  std::string root = fs::canonical(dir / "").string();
  std::unique_ptr<shell::Inside> inside;
  shell::Inside& get() {
    if (!inside) inside = files::Inside::open(root).take();
    return *inside;
  }
  void link(const std::string& name, const std::string& to) {
    fs::create_symlink(to.starts_with('/') ? to : root + "/" + to, root + "/" + name);
  }
  OnDisk() {
    if (root.ends_with('/')) root.pop_back();
  }
};

TEST_CASE_TEMPLATE("inside: what is written is read back, in folders that were not there", Kind,
                   InMemory, OnDisk) {
  Kind kind;
  shell::Inside& inside = kind.get();
  const auto path = inside.resolve(kind.root + "/a/b/c.txt");
  REQUIRE(path);
  CHECK(*path == "a/b/c.txt");
  REQUIRE_FALSE(inside.read(*path));
  CHECK(inside.read(*path).error().fault == Fault::not_found);
  REQUIRE(inside.write(*path, "one"));
  REQUIRE(inside.write(*path, "two"));
  CHECK(*inside.read(*path) == "two");
}

TEST_CASE_TEMPLATE("inside: links are followed, and do not lead out", Kind, InMemory, OnDisk) {
  Kind kind;
  shell::Inside& inside = kind.get();
  REQUIRE(inside.write("real.txt", "x"));
  kind.link("alias", "real.txt");
  kind.link("out", "/etc/hostname");
  CHECK(*inside.resolve("alias") == "real.txt");
  for (const std::string& path : {std::string("out"), std::string("../x"), kind.root + "2/x",
                                  std::string("/etc/passwd"), kind.root}) {
    CAPTURE(path);
    REQUIRE_FALSE(inside.resolve(path));
    CHECK(inside.resolve(path).error().fault == Fault::bad_input);
  }
}

TEST_CASE(
    "inside: links on the way, links to nowhere and other names of a file change nothing else") {
  OnDisk kind;
  shell::Inside& inside = kind.get();
  support::TempDir other;
  const std::string elsewhere = fs::canonical(other / "").string();
  fs::create_directory_symlink(elsewhere, kind.root + "/folder");
  fs::create_symlink(elsewhere + "/new", kind.root + "/dangling");
  CHECK_FALSE(inside.resolve("folder/x"));
  CHECK_FALSE(inside.resolve("dangling"));
  // Put there after it was looked at.
  CHECK_FALSE(inside.write("folder/x", "y"));
  CHECK_FALSE(inside.write("dangling", "y"));
  CHECK(fs::is_empty(elsewhere));
  REQUIRE(inside.write("assay.yaml", "kept"));
  fs::create_hard_link(kind.root + "/assay.yaml", kind.root + "/twin");
  REQUIRE(inside.write("twin", "changed"));
  CHECK(*inside.read("assay.yaml") == "kept");
  fs::permissions(kind.root + "/twin", fs::perms::owner_all);
  REQUIRE(inside.write("twin", "again"));
  CHECK(fs::status(kind.root + "/twin").permissions() == fs::perms::owner_all);
  fs::create_directory(kind.root + "/sub");
  CHECK_FALSE(inside.write("sub", "x"));
  CHECK_FALSE(inside.read("sub"));
}

}  // namespace
}  // namespace assay
