// SPDX-License-Identifier: MIT
#include "api/guard.h"

#include "unit/api/bench.h"

#include <filesystem>

namespace assay::api {
namespace {

using Guarding = GuardAnswer::Kind;

class Guarded : public Bench {
 public:
  explicit Guarded(const std::string& hook = "") {
    write("assay.yaml", "version: 1\nverify: {known_failures: known.txt}\n" + hook);
    write("kept/assay.yaml", "");
    write(".claude/settings.json", "{}");
    write("src/a.c", "");
    commit_all();
  }
  Guarding path(const std::string& name) { return hook_guard({.paths = {name}}, site()).kind; }
  Guarding command(const std::string& text) {
    return hook_guard({.commands = {text}}, site()).kind;
  }
};

TEST_CASE("guard: what decides is not for an agent to write, by whichever tool") {
  Guarded room;
  for (const std::string& name :
       {std::string("assay.yaml"), room.Bench::path("assay.yaml"), std::string("src/../assay.yaml"),
        std::string(".claude/settings.json"), std::string(".claude/settings.local.json"),
        std::string(".git/hooks/pre-push"), std::string(".codex/hooks.json"),
        std::string(".husky/pre-commit"), std::string(".github/hooks/x.json"),
        std::string("lefthook.yml"), std::string("lefthook.yaml"),
        std::string("lefthook-local.yml"), std::string(".pre-commit-config.yaml"),
        std::string(".git/info/exclude"), std::string(".opencode/plugins/x.js"),
        std::string("known.txt"), room.site().place.state.path() + "/ledger.db",
        std::string("file://") + room.Bench::path("assay.yaml")}) {
    CAPTURE(std::string(name));
    CHECK(room.path(name) == Guarding::deny);
  }
  for (const char* text : {"echo x > assay.yaml",
                           "sed -i s/a/b/ assay.yaml",
                           "rm -rf .claude",
                           "rm *.yaml",
                           "rm -rf .git",
                           "cd src && mv ../assay.yaml x",
                           "cp /tmp/x ./assay.yaml",
                           "cp /tmp/assay.yaml .",
                           "echo x > \"$PWD/assay.yaml\"",
                           "echo x > ${ROOT}/assay.yaml",
                           "git commit --no-verify -m x",
                           "git config core.hooksPath /dev/null",
                           "tee .git/hooks/pre-push </dev/null",
                           "python3 -c \"open('assay.yaml','w')\"",
                           "chmod -x .git/hooks/pre-push",
                           "find . -delete",
                           "find . -name '*.yaml' -delete",
                           "find . -name assay.yaml -exec rm {} +",
                           "find . -iname 'ASSAY.*' -delete",
                           "find . -path './assay*' -delete",
                           "find . -name .claude -exec rm -rf {} +",
                           "find . ! -name x -delete",
                           "find . -name x -o -delete",
                           "find . -name 'settings.js*' -delete",
                           "find . -not '(' -name x ')' -delete",
                           "cp /tmp/x/assay.* .",
                           "cp /tmp/x/*.yaml .",
                           "cp kept/* .",
                           "rm assay.yam[l]",
                           "rm assay.yam{l,}",
                           "F=assay.yaml; echo x > $F",
                           "for f in assay.yaml; do echo x > $f; done",
                           "rm -rf $ASSAY_STATE_DIR",
                           "rm -rf \"$ASSAY_STATE_DIR/x\"",
                           "cd \"$PWD/src\" && rm ../assay.yaml",
                           "git checkout HEAD~1 -- .",
                           "git checkout HEAD~1 -- ':/assay.yaml'",
                           "git checkout HEAD~1 -- ':(top)assay.yaml'",
                           "git restore --source=HEAD~1 .",
                           "cd src && git restore -s x :/",
                           "chmod -R -x .",
                           "chmod 644 .git/hooks/pre-push",
                           "echo x > known.txt"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) == Guarding::deny);
  }
}

TEST_CASE("guard: honest work goes on") {
  Guarded room;
  for (const char* name : {"src/a.c", "README", "docs/assay.yaml.md", "tests/assay.yaml",
                           ".github/ci.yml", ".claude/commands/x.md", "assay.yml"}) {
    CAPTURE(std::string(name));
    CHECK(room.path(name) == Guarding::allow);
  }
  for (const char* text : {"cat assay.yaml",
                           "make test > out.txt",
                           "rm -rf build",
                           "mv src/a.c .",
                           "git commit -m 'x'",
                           "git push",
                           "git restore .",
                           "cp assay.yaml /tmp/x",
                           "sed -i s/a/b/ src/a.c",
                           "rm -rf /tmp/x",
                           "git checkout main",
                           "echo done",
                           "npm ci",
                           "grep -rn assay.yaml .",
                           "git diff > /tmp/p",
                           "find . -name '*.o' -delete",
                           "find . -name '*.pyc' -exec rm {} +",
                           "find . -name rm",
                           "find . -type d -empty -delete",
                           "find . -name .git -prune -o -name '*.pyc' -delete",
                           "find . '(' -name '*.o' -o -name '*.a' ')' -delete",
                           "find . -name __pycache__ -exec rm -rf {} +",
                           "find . -path './build/*' -delete",
                           "find src -delete",
                           "cp /tmp/fixtures/* .",
                           "cp src/* .",
                           "mv src/*.c .",
                           "chmod -R u+w .",
                           "git checkout assay.yaml",
                           "git checkout -- assay.yaml",
                           "git checkout HEAD -- assay.yaml",
                           "git restore assay.yaml",
                           "git checkout HEAD~1 -- src",
                           "sed 's/\\w*//' src/a.c",
                           "python3 -c \"open('o','w').write('*')\"",
                           "python3 -c \"open('o','w').write(open('assay.yaml').read())\"",
                           "grep -r HUSKY=0 .",
                           "HUSKY=0 npm ci",
                           "rm -rf $TMP/"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) == Guarding::allow);
  }
}

TEST_CASE("guard: a link to what decides is what decides") {
  Guarded room;
  std::filesystem::create_symlink("assay.yaml", room.Bench::path("innocent"));
  std::filesystem::create_directory_symlink(".git", room.Bench::path("g"));
  CHECK(room.path("innocent") == Guarding::deny);
  CHECK(room.path("g/hooks/pre-push") == Guarding::deny);
  CHECK(room.command("echo x > innocent") == Guarding::deny);
}

TEST_CASE("guard: off, tell and deny; a broken configuration denies") {
  Guarded off("hook: {guard: off}\n");
  CHECK(off.path("assay.yaml") == Guarding::allow);
  Guarded tell("hook: {guard: tell}\n");
  CHECK(tell.path("assay.yaml") == Guarding::tell);
  CHECK(hook_guard({.paths = {"assay.yaml"}}, tell.site()).reason.find("assay.yaml") !=
        std::string::npos);
  Guarded broken("nothing: 1\n");
  CHECK(broken.path("assay.yaml") == Guarding::deny);
  CHECK(hook_guard({.paths = {"assay.yaml"}}, broken.site()).reason.find("guard: tell") !=
        std::string::npos);
}

TEST_CASE("guard: paths are relative to where the tool works") {
  Guarded room;
  CHECK(
      hook_guard({.cwd = room.Bench::path("src"), .paths = {"../assay.yaml"}}, room.site()).kind ==
      Guarding::deny);
  CHECK(hook_guard({.cwd = "/tmp", .paths = {"assay.yaml"}}, room.site()).kind == Guarding::allow);
  CHECK(hook_guard({.cwd = room.Bench::path("src"), .commands = {"rm ../assay.yaml"}}, room.site())
            .kind == Guarding::deny);
}

TEST_CASE("guard: what patterns protect is not removed with a folder, nor by a pattern") {
  Guarded room;
  room.write("assay.yaml",
             "version: 1\nverify: {commands: [{id: a, command: make}], protected: [conftest.py, "
             "tests/**]}\n");
  room.write("src/deep/conftest.py", "");
  room.write("tests/a.py", "");
  room.write("build/x.o", "");
  for (const char* text : {"rm -rf src", "rm -r src/deep", "rm -rf s*", "rm -rf t*",
                           "rm tests/*.py", "rm -rf ./*", "mv src elsewhere"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) == Guarding::deny);
  }
  for (const char* text : {"rm -rf build", "rm -rf b*", "rm src/*.o", "rm -rf src/a.c", "ls src"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) != Guarding::deny);
  }
}

}  // namespace
}  // namespace assay::api
