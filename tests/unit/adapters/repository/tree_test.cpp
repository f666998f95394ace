// SPDX-License-Identifier: MIT
#include "adapters/repository/trees.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

namespace assay {
namespace {

namespace fs = std::filesystem;
using tree::FileKind;
using tree::Snapshot;

/// A workspace with a state directory beside it.
struct Bench {
  support::TempDir dir;
  std::string work = dir / "work";
  std::string state = dir / "state";

  Bench() {
    fs::create_directories(work);
    fs::create_directories(state);
  }
  void write(const std::string& name, const std::string& content) const {
    dir.write("work/" + name, content);
  }
  std::string git(const std::string& arguments) const {
    const std::string command =
        "cd '" + work +
        "' && env -i PATH=\"$PATH\" HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 "
        "GIT_CONFIG_GLOBAL=/dev/null git -c user.name=a -c user.email=a@b " +
        arguments + " 2>&1";
    std::string output;
    std::FILE* pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t got; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
      output.append(buffer.data(), got);
    }
    CAPTURE(output);
    REQUIRE(::pclose(pipe) == 0);
    return output;
  }
  Snapshot snapshot() const { return tree::Trees(work, state).snapshot().take(); }
  Digest digest() const { return tree::Trees(work, state).observe({}).take().digest; }
  std::set<std::string> paths() const {
    std::set<std::string> found;
    for (const auto& file : snapshot().files) found.insert(file.path);
    found.erase(".git/info/exclude");
    return found;
  }
};

using Paths = std::set<std::string>;

TEST_CASE("tree: every kind of change changes the digest, and undoing it restores it") {
  Bench bench;
  bench.write("a", "one");
  bench.write("d/b", "two");
  const Digest before = bench.digest();
  CHECK(bench.digest() == before);

  bench.write("a", "oni");
  CHECK(bench.digest() != before);
  bench.write("a", "one");
  CHECK(bench.digest() == before);

  fs::permissions(bench.work + "/a", fs::perms::owner_exec, fs::perm_options::add);
  CHECK(bench.digest() != before);
  fs::permissions(bench.work + "/a", fs::perms::owner_exec, fs::perm_options::remove);
  CHECK(bench.digest() == before);

  fs::rename(bench.work + "/d/b", bench.work + "/d/c");
  CHECK(bench.digest() != before);
  fs::rename(bench.work + "/d/c", bench.work + "/d/b");
  CHECK(bench.digest() == before);

  bench.write("d/new", "");
  CHECK(bench.digest() != before);
}

TEST_CASE("tree: a change that keeps size and modification time is seen") {
  Bench bench;
  bench.write("a", "one");
  const auto past = fs::file_time_type::clock::now() - std::chrono::hours{1};
  fs::last_write_time(bench.work + "/a", past);
  const Digest before = bench.digest();
  bench.write("a", "two");
  fs::last_write_time(bench.work + "/a", past);
  CHECK(bench.digest() != before);
}

TEST_CASE("tree: names what changed between two snapshots") {
  Bench bench;
  bench.write("same", "1");
  bench.write("edited", "1");
  bench.write("gone", "1");
  const Snapshot before = bench.snapshot();
  bench.write("edited", "2");
  bench.write("new", "1");
  fs::remove(bench.work + "/gone");
  CHECK(tree::changed(before, bench.snapshot()) ==
        std::vector<std::string>{"edited", "gone", "new"});
  CHECK(tree::changed(before, before).empty());
}

core::ObserveTree keeping(std::string since = "", std::string since_head = "") {
  return {{0, 1}, "dev", std::move(since), std::move(since_head), true};
}

TEST_CASE("tree: what changed since a tree that was kept is told, also to the next coordinator") {
  Bench bench;
  bench.write("same", "1");
  bench.write("edited", "1");
  bench.write("gone", "1");
  const auto before = tree::Trees(bench.work, bench.state).observe(keeping()).take();
  CHECK(before.changed.empty());
  CHECK(before.head.empty());
  bench.write("edited", "2");
  bench.write("d/new", "1");
  fs::remove(bench.work + "/gone");
  tree::Trees heir(bench.work, bench.state);
  const auto after = heir.observe(keeping(before.digest.hex())).take();
  CHECK(after.digest != before.digest);
  CHECK(after.changed == std::vector<std::string>{"d/new", "edited", "gone"});
  CHECK(heir.observe(keeping(after.digest.hex())).take().changed.empty());
  // Who does not ask for it gets the digest alone, and nothing is kept.
  CHECK(heir.observe({}).take().digest == after.digest);
  CHECK(heir.observe({}).take().changed.empty());
}

TEST_CASE("tree: a tree that was not kept, or whose copy is damaged, tells no files") {
  Bench bench;
  bench.write("a", "1");
  tree::Trees trees(bench.work, bench.state);
  const std::string digest = trees.observe(keeping()).take().digest.hex();
  const std::string blob = bench.state + "/blobs/tree-" + digest;
  REQUIRE(fs::exists(blob));
  bench.write("a", "2");
  const std::vector<std::string> none;
  const auto answer = [&](const std::string& since) {
    const auto sight = trees.observe(keeping(since)).take();
    // That it is another tree is known all the same.
    CHECK(sight.digest.hex() != digest);
    return sight.changed;
  };
  CHECK(answer(digest) == std::vector<std::string>{"a"});
  const std::string whole = [&] {
    std::ifstream file(blob, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  const auto damaged = [&](const std::string& content) {
    std::ofstream(blob, std::ios::binary) << content;
    return answer(digest);
  };
  for (std::size_t at = 0; at < whole.size(); ++at) {
    CAPTURE(at);
    std::string other = whole;
    other[at] = static_cast<char>(other[at] ^ 1);
    REQUIRE(damaged(other) == none);
    REQUIRE(damaged(whole.substr(0, at)) == none);
  }
  CHECK(damaged(whole + "x") == none);
  CHECK(damaged(whole) == std::vector<std::string>{"a"});
  fs::remove(blob);
  CHECK(answer(digest) == none);
  CHECK(answer("../../tree-cache") == none);
  fs::create_symlink("/etc/passwd", blob);
  CHECK(answer(digest) == none);
}

TEST_CASE("tree: commits since a commit are told, oldest first") {
  Bench bench;
  bench.write("a", "1");
  bench.git("init -q");
  bench.git("add a");
  CHECK(tree::Trees(bench.work, bench.state).observe(keeping()).take().head.empty());
  bench.git("commit -q -m first");
  tree::Trees trees(bench.work, bench.state);
  const auto before = trees.observe(keeping()).take();
  CHECK(before.head + "\n" == bench.git("rev-parse HEAD"));
  bench.write("a", "2");
  bench.git("commit -q -a -m second");
  const std::string second = bench.git("rev-parse HEAD");
  bench.write("a", "1");
  bench.git("commit -q -a -m third");
  const std::string third = bench.git("rev-parse HEAD");
  const auto after = trees.observe(keeping(before.digest.hex(), before.head)).take();
  CHECK(after.head + "\n" == third);
  REQUIRE(after.commits.size() == 2);
  CHECK(after.commits[0].substr(0, 40) == second.substr(0, 40));
  CHECK(after.commits[1].substr(0, 40) == third.substr(0, 40));
  CHECK_MESSAGE(after.changed.empty(), "the files are what they were");
  CHECK(trees.observe(keeping("", after.head)).take().commits.empty());
  // A commit that is not there, or not one at all, has no successors.
  CHECK(trees.observe(keeping("", std::string(40, '1'))).take().commits.empty());
  CHECK(trees.observe(keeping("", "--output=/tmp/x")).take().commits.empty());
}

TEST_CASE("tree: links are read and not followed, and nothing special is opened") {
  Bench bench;
  bench.dir.write("outside/secret", "x");
  fs::create_directory_symlink("../outside", bench.work + "/link");
  fs::create_symlink("nowhere", bench.work + "/broken");
  REQUIRE(::mkfifo((bench.work + "/pipe").c_str(), 0600) == 0);
  const Snapshot before = bench.snapshot();
  REQUIRE(before.files.size() == 3);
  CHECK(before.files[0].path == "broken");
  CHECK(before.files[0].kind == FileKind::link);
  CHECK(before.files[1].path == "link");
  CHECK(before.files[1].content == digest_of("../outside"));
  CHECK(before.files[2].kind == FileKind::pipe);
  bench.dir.write("outside/secret", "y");
  CHECK(bench.digest() == before.digest);
}

TEST_CASE("tree: outside a repository .gitignore files say what is ignored, as in one") {
  Bench bench;
  bench.write(".gitignore", "*.o\n/build/\n");
  bench.write("a", "");
  bench.write("a.o", "");
  bench.write("build/b", "");
  bench.write("sub/.gitignore", "*\n");
  bench.write("sub/c", "");
  bench.write(".git/stray", "");
  CHECK(bench.paths() == Paths{".gitignore", "a", "sub/.gitignore"});
}

TEST_CASE("tree: ignored files do not count, tracked ones always do") {
  Bench bench;
  bench.git("init -q");
  bench.write(".gitignore", "*.log\nbuild/\n");
  bench.write("forced.log", "1");
  bench.write("build/tracked", "1");
  bench.write("build/deep/tracked", "1");
  bench.write("build/untracked", "1");
  bench.write("other.log", "1");
  bench.write("src/main.c", "1");
  bench.git("add -f forced.log build/tracked build/deep/tracked");
  const Paths want = {".gitignore", "build/deep/tracked", "build/tracked", "forced.log",
                      "src/main.c"};
  CHECK(bench.paths() == want);
  for (const char* version : {"2", "3", "4"}) {
    CAPTURE(version);
    bench.git(std::string("update-index --index-version ") + version);
    CHECK(bench.paths() == want);
  }
  bench.git("update-index --split-index");
  bench.write("more.log", "1");
  bench.git("add -f more.log");
  CHECK(bench.paths().count("more.log") == 1);
  CHECK(bench.paths().count("forced.log") == 1);
}

TEST_CASE("tree: the rules of a directory come before those above it") {
  Bench bench;
  bench.git("init -q");
  bench.write(".gitignore", "*.log\n!d/e/*.txt\n");
  bench.write("d/.gitignore", "!keep.log\n*.txt\n");
  bench.write("keep.log", "");
  bench.write("d/keep.log", "");
  bench.write("d/other.log", "");
  bench.write("d/e/a.txt", "");
  CHECK(bench.paths() == Paths{".gitignore", "d/.gitignore", "d/keep.log"});
}

TEST_CASE("tree: a repository with SHA-256 names is read too") {
  Bench bench;
  bench.git("init -q --object-format=sha256");
  bench.write(".gitignore", "*.log\n");
  bench.write("forced.log", "1");
  bench.write("other.log", "1");
  bench.git("add -f forced.log");
  CHECK(bench.paths() == Paths{".gitignore", "forced.log"});
}

TEST_CASE("tree: nobody can hide a file by changing the rules unseen") {
  Bench bench;
  bench.git("init -q");
  bench.write("a", "1");
  const Digest before = bench.digest();
  bench.write("hidden", "1");
  bench.write(".git/info/exclude", "hidden\n");
  CHECK(bench.digest() != before);
  const Digest excluded = bench.digest();
  bench.write(".gitignore", ".gitignore\nhidden\n");
  CHECK(bench.digest() != excluded);
}

TEST_CASE("tree: a workspace inside a repository obeys the rules above it") {
  Bench bench;
  bench.git("init -q");
  bench.write(".gitignore", "*.log\n/sub/out\n/vendor/\n");
  bench.write("sub/a", "1");
  bench.write("sub/a.log", "1");
  bench.write("sub/out", "1");
  bench.write("vendor/lib/x.log", "1");
  const auto paths_in = [&](const std::string& name) {
    Paths found;
    for (const auto& file : tree::Trees(bench.work + name, bench.state).snapshot().take().files) {
      found.insert(file.path);
    }
    return found;
  };
  CHECK(paths_in("/sub") == Paths{".git/info/exclude", "a"});
  // A workspace that its repository ignores is looked at as a whole.
  CHECK(paths_in("/vendor/lib") == Paths{"x.log"});
}

TEST_CASE("tree: linked worktrees and inner repositories are read like any other") {
  Bench bench;
  bench.git("init -q");
  bench.write(".gitignore", "*.log\n");
  bench.write("a", "1");
  bench.git("add . && git -c user.name=a -c user.email=a@b commit -q -m x");
  bench.git("worktree add -q ../linked");
  bench.dir.write("linked/b.log", "1");
  bench.dir.write("linked/c", "1");
  Paths linked;
  for (const auto& file : tree::Trees(bench.dir / "linked", bench.state).snapshot().take().files) {
    linked.insert(file.path);
  }
  CHECK(linked == Paths{".git/info/exclude", ".gitignore", "a", "c"});

  bench.git("init -q inner && cd inner && touch x y.log z.log && git add -f y.log");
  CHECK(bench.paths() == Paths{".gitignore", "a", "inner/x", "inner/y.log"});
}

/// Opens a directory `depth` levels below `from`, made on the way.
int dig(const std::string& from, int depth) {
  int here = ::open(from.c_str(), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < depth; ++i) {
    ::mkdirat(here, "d", 0700);
    const int next = ::openat(here, "d", O_RDONLY | O_DIRECTORY);
    ::close(here);
    here = next;
  }
  REQUIRE(here >= 0);
  return here;
}

TEST_CASE("tree: deep directories are no problem, and bottomless ones are an error") {
  Bench bench;
  const int bottom = dig(bench.work, 1500);
  const Digest before = bench.digest();
  ::close(::openat(bottom, "f", O_CREAT | O_WRONLY, 0600));
  ::close(bottom);
  CHECK(bench.digest() != before);
  ::close(dig(bench.work, 3000));
  const auto refused = tree::Trees(bench.work, bench.state).observe({});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().fault == Fault::exhausted);
  // Too deep to be removed by name.
  bench.git("--version; cd / && rm -rf '" + bench.work + "'");
}

TEST_CASE("tree: what cannot be read is named") {
  if (::geteuid() == 0) return;  // root reads everything
  Bench bench;
  bench.write("d/locked", "1");
  fs::permissions(bench.work + "/d/locked", fs::perms::none);
  const auto refused = tree::Trees(bench.work, bench.state).observe({});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what.starts_with("d/locked: "));
}

TEST_CASE("tree: a file that may change again within one tick of the clock is not remembered") {
  constexpr std::int64_t second = 1'000'000'000;
  constexpr std::int64_t now = 1'800'000'000 * second + 500'000'000;
  const auto looks = [](std::int64_t modified, std::int64_t changed) {
    return tree::Look{
        .size = 1, .modified_ns = modified, .changed_ns = changed, .inode = 1, .mode = 1};
  };
  CHECK(tree::is_settled(looks(now - second, now - second), now));
  CHECK_FALSE(tree::is_settled(looks(now, now), now));
  CHECK_FALSE(tree::is_settled(looks(now - second, now - 5'000'000), now));
  CHECK_FALSE(tree::is_settled(looks(now + second, now - second), now));
  // Whole seconds: a file system that rounds.
  const std::int64_t rounded = now - 1'500'000'000;
  CHECK_FALSE(tree::is_settled(looks(rounded, rounded), now));

  Bench bench;
  bench.write("a", "one");
  fs::last_write_time(bench.work + "/a", fs::file_time_type::clock::now() + std::chrono::hours{1});
  ::usleep(50'000);  // long enough to be remembered if its time were not in the future
  bench.digest();
  CHECK_FALSE(fs::exists(bench.state + "/tree-cache"));
}

TEST_CASE("tree: the cache is used, and a damaged one is not") {
  Bench bench;
  bench.write("a", "one");
  // Settled only when the clock of the file system has moved on: look the same later.
  const auto past = fs::file_time_type::clock::now() - std::chrono::hours{1};
  fs::last_write_time(bench.work + "/a", past);
  const Digest before = bench.digest();
  const std::string cache = bench.state + "/tree-cache";
  for (int tries = 0; tries < 200 && !fs::exists(cache); ++tries) {
    ::usleep(10'000);  // the change time is the kernel's, and only time makes it old
    CHECK(bench.digest() == before);
  }
  REQUIRE(fs::exists(cache));
  std::string bytes;
  {
    std::ifstream in(cache, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto digest_with_cache = [&](const std::string& content) {
    std::ofstream(cache, std::ios::binary) << content;
    return bench.digest();
  };
  // A cache that lies, with a checksum that fits, is believed: that is how we know it is used.
  std::string lie = bytes;
  lie[lie.size() - 33] = static_cast<char>(lie[lie.size() - 33] ^ 1);
  const Digest sum = digest_of(lie.substr(0, lie.size() - 32));
  std::string forged = lie.substr(0, lie.size() - 32);
  forged.append(reinterpret_cast<const char*>(sum.bytes.data()), 32);
  CHECK(digest_with_cache(forged) != before);
  // Any other damage is noticed.
  CHECK(digest_with_cache(lie) == before);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    CHECK(digest_with_cache(bytes.substr(0, size)) == before);
  }
}

TEST_CASE("tree: agrees with git on random rules and random trees") {
  const char* const names[] = {"a", "b", "ab", "a.c", "b.o", "foo", "x y", "[z]"};
  const char* const pieces[] = {"a",   "b",   "*",    "**",  "?",           "/",      "/",
                                "**/", "/**", "[ab]", "!",   ".c",          "*.o",    "foo",
                                "\\",  "[!a", "]",    " ",   "x y",         "[a-f]*", "#",
                                "a*",  "**b", "/a/",  "\\*", "[[:alpha:]]", "foo**",  "***"};
  const std::uint64_t first = 20261115;
  Bench bench;
  bench.git("init -q");
  for (std::uint64_t seed = first; seed < first + 40; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    const auto pick = [&random](const auto& from) {
      return std::string(from[random() % std::size(from)]);
    };
    for (const auto& entry : fs::directory_iterator(bench.work)) {
      if (entry.path().filename() != ".git") fs::remove_all(entry.path());
    }
    for (int i = 0; i < 40; ++i) {
      std::string path;
      for (std::uint64_t depth = random() % 4; depth > 0; --depth) path += pick(names) + "/";
      std::error_code clash;
      fs::create_directories(bench.work + "/" + path, clash);
      if (!clash && !fs::exists(bench.work + "/" + path + pick(names), clash)) {
        const std::string name = path + pick(names);
        if (!fs::is_directory(bench.work + "/" + name, clash)) {
          std::ofstream(bench.work + "/" + name) << i;
        }
      }
    }
    const auto rules = [&] {
      std::string text;
      for (std::uint64_t lines = 1 + random() % 4; lines > 0; --lines) {
        for (std::uint64_t count = 1 + random() % 5; count > 0; --count) text += pick(pieces);
        text += "\n";
      }
      return text;
    };
    std::string shown;
    for (const std::string& where :
         {std::string(""), pick(names) + "/", pick(names) + "/" + pick(names) + "/"}) {
      if (!fs::is_directory(bench.work + "/" + where)) continue;
      const std::string text = rules();
      std::ofstream(bench.work + "/" + where + ".gitignore") << text;
      shown += where + ".gitignore:\n" + text;
    }
    CAPTURE(shown);
    Paths want;
    const std::string listed = bench.git("ls-files -z -co --exclude-standard");
    for (std::size_t at = 0; at < listed.size();) {
      const std::size_t end = listed.find('\0', at);
      want.insert(listed.substr(at, end - at));
      at = end + 1;
    }
    Paths found = bench.paths();
    const auto is_rules = [](const std::string& path) { return path.ends_with(".gitignore"); };
    std::erase_if(want, is_rules);
    std::erase_if(found, is_rules);
    CHECK(found == want);
  }
}

}  // namespace
}  // namespace assay
