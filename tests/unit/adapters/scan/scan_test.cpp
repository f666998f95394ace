// SPDX-License-Identifier: MIT
// What is found in a workspace, and what can never be reached from it.
#include "adapters/scan/pattern_set.h"
#include "adapters/scan/scanner.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace assay;
using namespace assay::core::goals;
using scan::Scanner;

namespace {

Check check_of(Form form) {
  Check check;
  check.type = type_word(form);
  check.form = std::move(form);
  return check;
}

/// The workspace of a test, and a folder beside it that nobody may reach.
class Box {
 public:
  Box() {
    std::filesystem::create_directories(dir_ / "work");
    dir_.write("outside/secret.txt", "TOPSECRET\n");
  }
  void write(const std::string& name, const std::string& content) const {
    dir_.write("work/" + name, content);
  }
  std::string path(const std::string& name = "") const { return dir_ / ("work/" + name); }
  std::string outside(const std::string& name) const { return dir_ / ("outside/" + name); }
  void make_repository() const {
    std::filesystem::create_directories(dir_ / "work/.git");
    write(".git/HEAD", "ref: refs/heads/main\n");
  }

  std::vector<std::string> never_evidence;

  std::vector<CheckResult> look(const std::vector<Form>& forms, scan::Bounds bounds = {}) const {
    std::vector<Check> checks;
    for (const Form& form : forms) checks.push_back(check_of(form));
    auto results = Scanner::inspect(std::filesystem::canonical(path()).string(),
                                    {checks, never_evidence}, 2, bounds);
    REQUIRE_MESSAGE(results, (results ? "" : results.error().what));
    REQUIRE(results->size() == forms.size());
    return results.take();
  }
  CheckResult look(const Form& form) const { return look(std::vector<Form>{form}).front(); }

 private:
  support::TempDir dir_;
};

Pattern at_least(std::string pattern, std::vector<std::string> paths, std::uint64_t min = 1) {
  return {std::move(pattern), std::move(paths), min, {}};
}
Pattern never(std::string pattern, std::vector<std::string> paths) {
  return {std::move(pattern), std::move(paths), 0, 0};
}

using Wanted = std::pair<CheckStatus, std::string>;
Wanted said(const CheckResult& result) { return {result.status, result.actual}; }

constexpr auto good = CheckStatus::ok;
constexpr auto lacking = CheckStatus::gap;
constexpr auto unsure = CheckStatus::could_not_check;

}  // namespace

TEST_CASE("scan: files exist, are not empty, are absent") {
  const Box box;
  box.write("src/a.c", "int a;\n");
  box.write("empty", "");
  CHECK(said(box.look(FileExists{"src/a.c", true})) == Wanted{good, "7 bytes"});
  CHECK(said(box.look(FileExists{"empty", false})) == Wanted{good, "0 bytes"});
  CHECK(said(box.look(FileExists{"empty", true})) == Wanted{lacking, "is empty"});
  CHECK(said(box.look(FileExists{"src/b.c", false})) == Wanted{lacking, "missing"});
  CHECK(said(box.look(FileExists{"src/a.c/x", false})) == Wanted{lacking, "missing"});
  CHECK(said(box.look(FileExists{"src", false})) == Wanted{lacking, "is a directory"});
  CHECK(box.look(FileExists{"src/", false}).status == good);
  CHECK(said(box.look(FileExists{"src/a.c/", false})).first == lacking);
  CHECK(said(box.look(FileAbsent{"src/b.c"})) == Wanted{good, "missing"});
  CHECK(said(box.look(FileAbsent{"src/a.c"})) == Wanted{lacking, "is there: a file"});
  CHECK(said(box.look(FileAbsent{"src"})) == Wanted{lacking, "is there: a directory"});
}

TEST_CASE("scan: nothing outside the workspace is reached, by no path and no link") {
  const Box box;
  box.write("in.txt", "hello\n");
  std::filesystem::create_symlink(box.outside("secret.txt"), box.path("out"));
  std::filesystem::create_symlink("../outside/secret.txt", box.path("relative"));
  std::filesystem::create_directory_symlink(box.outside(""), box.path("folder"));
  std::filesystem::create_symlink("in.txt", box.path("inner"));
  std::filesystem::create_symlink("nowhere", box.path("dangling"));
  std::filesystem::create_symlink("loop", box.path("loop"));
  const std::vector<std::string> ways{
      "../outside/secret.txt", box.outside("secret.txt"),         "out", "relative",
      "folder/secret.txt",     "in.txt/../../outside/secret.txt", "loop"};
  for (const std::string& way : ways) {
    CAPTURE(way);
    CHECK(box.look(FileExists{way, false}).status == lacking);
    CHECK(box.look(at_least("TOPSECRET", {way})).status == lacking);
    CHECK(box.look(never("TOPSECRET", {way})).status == lacking);
    CHECK(box.look(Value{Notation::json, way, "", {}}).status == lacking);
  }
  // A path out of the workspace proves no absence either.
  CHECK(box.look(FileAbsent{"../nothing"}).status == lacking);
  CHECK(box.look(FileAbsent{"folder/nothing"}).status == lacking);
  CHECK(box.look(FileAbsent{"dangling"}).status == lacking);
  CHECK(box.look(FileExists{"dangling", false}).status == lacking);
  CHECK(box.look(FileExists{"inner", false}).status == good);
  CHECK(box.look(at_least("hello", {"inner"})).status == good);
  CHECK(said(box.look(at_least("TOPSECRET", {}))) == Wanted{lacking, "found nowhere in 1 file"});
}

TEST_CASE("scan: pipes, sockets and devices are seen, never opened") {
  const Box box;
  box.write("a.txt", "hello\n");
  REQUIRE(::mkfifo(box.path("fifo").c_str(), 0600) == 0);
  const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = box.path("socket");
  REQUIRE(name.size() < sizeof address.sun_path);
  std::copy(name.begin(), name.end(), address.sun_path);
  REQUIRE(::bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  CHECK(said(box.look(FileExists{"fifo", false})) == Wanted{lacking, "is a pipe"});
  CHECK(said(box.look(FileExists{"socket", false})) == Wanted{lacking, "is a socket"});
  CHECK(said(box.look(at_least("x", {"fifo"}))) == Wanted{lacking, "fifo: is a pipe"});
  CHECK(said(box.look(Value{Notation::json, "fifo", "", {}})) == Wanted{lacking, "is a pipe"});
  CHECK(box.look(at_least("hello", {})).status == good);
  ::close(server);
}

TEST_CASE("scan: a pattern is counted over all its files") {
  const Box box;
  box.write("src/a.ts", "one TODO\nTODO two TODO\n");
  box.write("src/deep/b.ts", "TODO\n");
  box.write("src/c.js", "TODO\n");
  box.write("docs/d.md", "nothing here\n");
  const CheckResult first = box.look(at_least("TODO", {"src/**"}));
  CHECK(first == CheckResult{good, "src/a.ts:1", "src/a.ts", 1});
  CHECK(said(box.look(at_least("TODO", {"src/**"}, 5))).first == good);
  CHECK(said(box.look(at_least("TODO", {"src/**"}, 6))) ==
        Wanted{lacking, "found 5 times in 3 files"});
  CHECK(said(box.look(at_least("TODO", {"src/**/*.ts"}, 5))) ==
        Wanted{lacking, "found 4 times in 2 files"});
  CHECK(said(box.look(at_least("TODO", {"*.ts"}, 4))).first == good);
  CHECK(said(box.look(at_least("TODO", {"src"}, 5))).first == good);
  CHECK(said(box.look(at_least("TODO", {"./src/", "!src/deep/**"}, 5))) ==
        Wanted{lacking, "found 4 times in 2 files"});
  CHECK(said(box.look(at_least("TODO", {"src/a.ts", "src/c.js"}, 4))).first == good);
  CHECK(said(box.look(never("TODO", {"docs/"}))) == Wanted{good, "found nowhere in 1 file"});
  const CheckResult found = box.look(never("TODO", {"src/**/*.ts", "src/c.js"}));
  CHECK(found == CheckResult{lacking, "found 5 times, first at src/a.ts:1", "src/a.ts", 1});
  CHECK(said(box.look(Pattern{"TODO", {"src/**"}, 5, 5})).first == good);
  CHECK(said(box.look(Pattern{"TODO", {"src/**"}, 1, 4})).first == lacking);
}

TEST_CASE("scan: lines are what ^ and $ speak of, and matches may span them") {
  const Box box;
  box.write("a.txt", "alpha\nbeta\r\ngamma\n\n");
  CHECK(box.look(at_least("^beta", {})).line == 2);
  CHECK(box.look(at_least("alpha$", {})).status == good);
  CHECK(box.look(at_least("alpha.beta", {})).status == lacking);
  CHECK(box.look(at_least("alpha\\s+beta", {})).status == good);
  CHECK(box.look(at_least("^.+$", {}, 3)).status == good);
  CHECK(box.look(at_least("^.+$", {}, 4)).status == lacking);
}

TEST_CASE("scan: files that nobody has prove nothing") {
  const Box box;
  box.write("a.txt", "x\n");
  CHECK(said(box.look(never("TODO", {"src/**"}))) == Wanted{lacking, "no file is meant by it"});
  CHECK(said(box.look(never("TODO", {"src/x.ts"}))) == Wanted{lacking, "src/x.ts: missing"});
  CHECK(said(box.look(never("TODO", {"a.txt", "gone.txt"}))) ==
        Wanted{lacking, "gone.txt: missing"});
}

TEST_CASE("scan: what git ignores does not count, unless it is named or tracked") {
  const Box box;
  box.make_repository();
  box.write(".gitignore", "build/\n*.log\n");
  box.write("build/out.c", "needle\n");
  box.write("x.log", "needle\n");
  box.write("src/.gitignore", "!keep.log\n");
  box.write("src/keep.log", "nothing\n");
  CHECK(said(box.look(at_least("needle", {}))) == Wanted{lacking, "found nowhere in 3 files"});
  CHECK(said(box.look(at_least("needle", {"x.log"}))).first == good);
  CHECK(said(box.look(at_least("nothing", {"src/**"}))).first == good);
  CHECK(said(box.look(at_least("refs", {}))).first == lacking);  // .git itself
}

TEST_CASE("scan: binary files are passed over") {
  const Box box;
  box.write("bin", std::string("needle\0needle", 13));
  box.write("late.txt", std::string(9000, 'x') + std::string("\0needle", 7));
  CHECK(box.look(at_least("needle", {"bin"})).status == lacking);
  CHECK(said(box.look(at_least("needle", {}, 2))) == Wanted{lacking, "found once in 2 files"});
}

TEST_CASE("scan: a huge file is bounded, and what it may hide is not known") {
  const Box box;
  const int sparse = ::open(box.path("huge.bin").c_str(), O_CREAT | O_WRONLY, 0600);
  REQUIRE(::ftruncate(sparse, off_t{1} << 30) == 0);
  ::close(sparse);
  box.write("a.txt", "hello\n");
  const auto began = std::chrono::steady_clock::now();
  CHECK(said(box.look(never("TODO", {}))).first == good);  // zeros are no text
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(5));
  box.write("long.txt", std::string(3 << 20, 'y'));
  scan::Bounds small;
  small.file_bytes_max = 1 << 20;
  const auto results = box.look(
      {never("TODO", {}), at_least("hello", {}), at_least("zebra", {}), never("TODO", {"a.txt"})},
      small);
  CHECK(said(results[0]) == Wanted{unsure, "long.txt: is larger than 1 MiB"});
  CHECK(results[1].status == good);  // nothing unseen can take it away
  CHECK(results[2].status == unsure);
  CHECK(results[3].status == good);
  small = {};
  small.confirm_bytes_max = 3;
  CHECK(box.look({at_least("zebra|h[^l]+llo$", {}), at_least("(?:\\pL|h)llo", {})}, small)[1]
            .status == unsure);
}

TEST_CASE("scan: unreadable files make the answer unknown, not empty") {
  if (::geteuid() == 0) return;  // nothing is unreadable for root
  const Box box;
  box.write("a.txt", "x\n");
  ::chmod(box.path("a.txt").c_str(), 0);
  CHECK(box.look(never("TODO", {})).status == unsure);
}

TEST_CASE("scan: values") {
  const Box box;
  box.write("package.json", R"({"version":"1.2.0","scripts":{"test":"vitest"}})");
  box.write("ci.yml", "jobs:\n  build:\n    runs-on: ubuntu\n");
  box.write("bad.json", "{");
  const auto value = [](const char* path, const char* pointer, std::optional<std::string> equals) {
    return Value{std::string(path).ends_with("json") ? Notation::json : Notation::yaml, path,
                 pointer, std::move(equals)};
  };
  CHECK(box.look(value("package.json", "/version", "\"1.2.0\"")).status == good);
  CHECK(said(box.look(value("package.json", "/version", "\"2\""))) == Wanted{lacking, "\"1.2.0\""});
  CHECK(said(box.look(value("package.json", "/x", {}))) == Wanted{lacking, "no such value"});
  CHECK(box.look(value("ci.yml", "/jobs/build/runs-on", "\"ubuntu\"")).status == good);
  CHECK(said(box.look(value("gone.json", "/x", {}))) == Wanted{lacking, "missing"});
  CHECK(box.look(value("bad.json", "/x", {})).status == unsure);
}

TEST_CASE("scan: commands and judgements are left to others") {
  const Box box;
  CHECK(said(box.look(Command{"true", 0, false, {}})) == Wanted{unsure, "not run"});
  CHECK(said(box.look(Semantic{"good"})) == Wanted{lacking, "not verified"});
}

TEST_CASE("scan: catastrophic-looking patterns cost no more than others") {
  const Box box;
  box.write("a.txt", std::string(200'000, 'a') + "\n");
  const auto began = std::chrono::steady_clock::now();
  for (const char* pattern :
       {"(a+)+$b", "(a|aa)+c", "(.*)(.*)(.*)(.*)x", "(a*)*b", "a{1,30}a{1,30}b", "(?:a?){30}a{30}b",
        "([a-z]+)*\\d", "(?i)(a|A|\xC3\xA4)+z", "^(a+)+\\z."}) {
    CAPTURE(pattern);
    CHECK(box.look(at_least(pattern, {})).status == lacking);
  }
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
}

TEST_CASE("pattern set: the pass never misses what RE2 finds") {
  const std::vector<std::string> patterns{"needle",         "(?i)needle",      "n.e",
                                          "[^a]e",          "\\bfoo\\b",       "^foo",
                                          "foo$",           "\\d{2,3}x",       "a.b",
                                          "\\S+=\\S+",      "\\W\\W",          "(?:ab|cd)+e",
                                          "x\\s+y",         "\\pL\\d",         "(?i)k",
                                          "(?i)s",          "caf\xC3\xA9",     "[[:alpha:]]{3}7",
                                          "\\Qa.b\\E",      "(?-s)a.",         "(?P<n>ab)",
                                          "[\\d.]+v",       "a{1000}",         "\\x41",
                                          ".\\n.",          "(?i)\xC3\x89",    "[a-f&&[x]]",
                                          "\\/\\/ x",       "\\bTODO\\b",      "\xE6\xBC\xA2",
                                          "CAF\xC3\x89\\b", "(?i)caf\xC3\xA9", "CAF\\x{C9}",
                                          "(?i)tod[o0]",    "abc\\d|cde",      "(?:foo|12x)\\s"};
  std::vector<std::unique_ptr<RE2>> expressions;
  for (const std::string& pattern : patterns) {
    CAPTURE(pattern);
    expressions.push_back(std::make_unique<RE2>("(?m)" + pattern));
    REQUIRE(expressions.back()->ok());
  }
  const scan::PatternSet set(patterns);
  scan::PatternSet::Desk desk(set);
  REQUIRE(desk.is_ready());
  const scan::PatternSet::Coverage coverage = set.coverage();
  CHECK(coverage.exact >= 10);
  CHECK(coverage.by_text >= 5);
  CHECK(coverage.exact + coverage.by_text + coverage.none == patterns.size());
  const std::vector<std::string> pieces{"needle",
                                        "NEEDLE",
                                        "n\xC3\xA9"
                                        "e",
                                        "foo",
                                        "\n",
                                        " ",
                                        "12x",
                                        "a\xE6\xBC\xA2"
                                        "b",
                                        "ab",
                                        "cde",
                                        "=",
                                        "x",
                                        "\x0B",
                                        "y",
                                        "\xC3\xA9",
                                        "7",
                                        "\xE2\x84\xAA",
                                        "\xC5\xBF",
                                        "CAF\xC3\x89",
                                        "a.b",
                                        "\xFF",
                                        "\xE2\x84",
                                        "A",
                                        "v",
                                        "//",
                                        "TODO",
                                        "\t",
                                        "abc7",
                                        "\r\n",
                                        ";"};
  std::mt19937_64 chance(7);
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    for (auto count = chance() % 10; count > 0; --count) text += pieces[chance() % pieces.size()];
    const std::vector<std::uint32_t>& candidates = set.candidates(text, desk);
    for (std::uint32_t i = 0; i < patterns.size(); ++i) {
      const bool there = RE2::PartialMatch(text, *expressions[i]);
      if ((set.count(i, text, 1).count == 1) != there) FAIL(patterns[i]);
      if (!there) continue;
      const bool proposed = std::binary_search(candidates.begin(), candidates.end(), i);
      if (!proposed) {
        CAPTURE(text);
        CAPTURE(patterns[i]);
        REQUIRE(proposed);
      }
    }
  }
}

TEST_CASE("pattern set: the pass really filters") {
  std::vector<std::string> patterns;
  for (int i = 0; i < 2000; ++i) {
    patterns.push_back(i % 3 == 0 ? "word" + std::to_string(i) + "\\b"
                                  : "text_" + std::to_string(i) + "_end");
  }
  const scan::PatternSet set(patterns);
  scan::PatternSet::Desk desk(set);
  CHECK(set.candidates("nothing of it", desk).empty());
  CHECK(set.candidates("a text_1_end b", desk) == std::vector<std::uint32_t>{1});
  CHECK(set.candidates("word3 word30", desk) == std::vector<std::uint32_t>{3, 30});
}

TEST_CASE("pattern set: what could be read in two ways is not tame") {
  for (const char* tame :
       {"abc", "a.b", "[^x]+", "(?i)abc", "(?:a|b)", "\\bfoo\\b", "a{2,5}", "\\.", "[a-z_]+$"}) {
    CAPTURE(tame);
    CHECK(scan::is_tame(tame));
  }
  for (const char* wild :
       {"\\pL", "(?s).", "(?P<x>a)", "a{33}", "a{1,2}b{1,2}c{1,2}", "\\Qx\\E", "[[:alpha:]]",
        "\\x41", "\\1", "\\z", "\xC3\xA9", "[]a]", "(?i:x)", "a{,3}", "\\C"}) {
    CAPTURE(wild);
    CHECK(!scan::is_tame(wild));
  }
}

TEST_CASE("scan: ten thousand patterns are one pass, whatever the threads do") {
  const Box box;
  for (int i = 0; i < 200; ++i) {
    box.write("d" + std::to_string(i % 7) + "/f" + std::to_string(i) + ".txt",
              "value_" + std::to_string(i) + "_x\nshared line\n" + std::string(2000, '.') + "\n");
  }
  std::vector<Form> forms;
  for (int i = 0; i < 10'000; ++i) {
    forms.emplace_back(at_least("value_" + std::to_string(i) + "_[a-z]", {"**/*.txt"}));
  }
  forms.emplace_back(at_least("shared", {}));
  const auto first = box.look(forms);
  for (int i = 0; i < 10'000; ++i) {
    if ((first[static_cast<std::size_t>(i)].status == good) != (i < 200)) FAIL(i);
  }
  CHECK(first.back() == CheckResult{good, "d0/f0.txt:2", "d0/f0.txt", 2});
  CHECK(box.look(forms) == first);
}
