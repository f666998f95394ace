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
  Guarding path(const std::string& name) {
    return hook_guard({"claude", "s"}, {.paths = {name}}, site()).kind;
  }
  Guarding command(const std::string& text) {
    return hook_guard({"claude", "s"}, {.commands = {text}}, site()).kind;
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

/// A history in which assay.yaml asked for less once.
class WithHistory : public Guarded {
 public:
  WithHistory() {
    git({"tag", "strict"});
    write("assay.yaml", "version: 1\n");
    git({"commit", "-qam", "weaker"});
    git({"tag", "weaker"});
    git({"reset", "-q", "--hard", "strict"});
    write("src/a.c", "int a;\n");
    git({"commit", "-qam", "work"});
    git({"tag", "work-before"});
    write("src/a.c", "int b;\n");
    git({"commit", "-qam", "more work"});
    write("weaker.patch",
          "--- a/assay.yaml\n+++ b/assay.yaml\n@@ -1 +1 @@\n-version: 1\n+version: 2\n");
    write("src.patch", "--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-int b;\n+int c;\n");
  }
};

TEST_CASE("guard: commits and patches that bring what decides with them") {
  WithHistory room;
  for (const char* text :
       {"git reset --hard weaker", "git reset -q --hard weaker", "git reset --keep weaker",
        "git read-tree -u weaker", "git cherry-pick weaker", "git revert weaker",
        "git cherry-pick strict..weaker", "cd src && git reset --hard weaker",
        "git -C src reset --hard weaker", "git apply weaker.patch", "patch -p1 <weaker.patch",
        "patch -p1 -i weaker.patch", "git am weaker.patch",
        "git apply <<'E'\n--- a/assay.yaml\n+++ b/assay.yaml\nE"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) == Guarding::deny);
  }
  for (const char* text : {"git reset --hard", "git reset --hard HEAD", "git reset --hard HEAD~1",
                           "git reset --hard work-before", "git reset --hard nosuch",
                           "git reset weaker", "git cherry-pick work-before", "git revert HEAD",
                           "git stash", "git stash -u", "git stash push -m x", "git stash list",
                           "git apply src.patch", "patch -p1 <src.patch", "git apply nosuch.patch",
                           "git reset --hard \"$BASE\"", "cd /tmp && git reset --hard weaker"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) == Guarding::allow);
  }
}

TEST_CASE("guard: a person's changes are not put by, and what was put by does not come back") {
  WithHistory room;
  room.write("assay.yaml", "version: 1\n# a person works here\n");
  CHECK(room.command("git stash") == Guarding::deny);
  CHECK(room.command("git stash push -- src") == Guarding::allow);
  room.git({"stash", "-q"});
  CHECK(room.command("git stash pop") == Guarding::deny);
  CHECK(room.command("git stash apply stash@{0}") == Guarding::deny);
  room.git({"stash", "drop", "-q"});
  room.write("src/a.c", "int d;\n");
  room.git({"stash", "-q"});
  CHECK(room.command("git stash pop") == Guarding::allow);
}

TEST_CASE("guard: functions, read, xargs and what they are given") {
  Guarded room;
  for (const char* text :
       {"f() { rm \"$1\"; }; f assay.yaml", "function f { rm $2; }; f a assay.yaml",
        "f() { rm \"$@\"; }; f x assay.yaml", "f() { sed -i s/a/b/ ${1}; }; f assay.yaml",
        "read x <<< assay.yaml; rm $x", "read -r a b <<< 'x assay.yaml'; rm $b",
        "while read f; do rm $f; done <<< assay.yaml",
        "while read f; do rm $f; done <<E\nsrc/a.c\nassay.yaml\nE", "echo assay.yaml | xargs rm",
        "printf '%s\\n' src/a.c assay.yaml | xargs rm -f",
        "echo assay.yaml | while read f; do rm $f; done", "echo assay.yaml | xargs -I{} rm {}",
        "cat <<E | xargs rm\nassay.yaml\nE", "find . -name assay.yaml | xargs rm",
        "find . -name '*.yaml' -print0 | xargs -0 sed -i s/a/b/",
        "assay hook claude session-start <x.json", "echo '{}' | assay hook claude SessionStart"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) == Guarding::deny);
  }
  for (const char* text :
       {"f() { rm \"$1\"; }; f src/a.c", "f() { cat \"$1\"; }; f assay.yaml", "f() { f; }; f",
        "read x <<< assay.yaml; cat $x", "while read f; do wc $f; done <<< assay.yaml",
        "echo src/a.c | xargs rm", "echo assay.yaml | xargs cat",
        "find . -name '*.o' | xargs rm -f", "find . -name '*.yaml' | xargs grep version",
        "git ls-files | xargs sed -i s/a/b/", "grep -rl foo . | xargs sed -i s/foo/bar/",
        "assay hook check claude", "assay hook --help"}) {
    CAPTURE(std::string(text));
    CHECK(room.command(text) == Guarding::allow);
  }
}

TEST_CASE("guard: a configuration that is gone since the session began guards on") {
  Guarded room;
  room.write("assay.yaml", "version: 1\nverify: {commands: [{id: a, command: make}]}\n");
  hook_start({"claude", "s"}, room.site());
  std::filesystem::remove(room.Bench::path("assay.yaml"));
  CHECK(room.path(".claude/settings.json") == Guarding::deny);
  CHECK(room.path("src/a.c") == Guarding::allow);
  // Another session has never seen one.
  CHECK(hook_guard({"claude", "t"}, {.paths = {".claude/settings.json"}}, room.site()).kind ==
        Guarding::allow);
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
  CHECK(hook_guard({"claude", "s"}, {.paths = {"assay.yaml"}}, tell.site())
            .reason.find("assay.yaml") != std::string::npos);
  Guarded broken("nothing: 1\n");
  CHECK(broken.path("assay.yaml") == Guarding::deny);
  CHECK(hook_guard({"claude", "s"}, {.paths = {"assay.yaml"}}, broken.site())
            .reason.find("guard: tell") != std::string::npos);
}

TEST_CASE("guard: paths are relative to where the tool works") {
  Guarded room;
  CHECK(hook_guard({"claude", "s"}, {.cwd = room.Bench::path("src"), .paths = {"../assay.yaml"}},
                   room.site())
            .kind == Guarding::deny);
  CHECK(hook_guard({"claude", "s"}, {.cwd = "/tmp", .paths = {"assay.yaml"}}, room.site()).kind ==
        Guarding::allow);
  CHECK(hook_guard({"claude", "s"},
                   {.cwd = room.Bench::path("src"), .commands = {"rm ../assay.yaml"}}, room.site())
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
