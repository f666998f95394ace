// SPDX-License-Identifier: MIT
#include "format/shell/writes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace assay::format::shell {
namespace {

bool would_write(std::string_view command, std::string_view path) {
  const Deeds deeds = deeds_of(command, "/w");
  return std::any_of(deeds.writes.begin(), deeds.writes.end(),
                     [&](const Write& write) { return write.path == path; });
}

TEST_CASE("writes: every way to write a file that the text tells") {
  for (const char* command : {"echo x > f",
                              "echo x >> f",
                              "echo x >| f",
                              "echo x &> f",
                              "cat <<E > f\nx\nE",
                              "echo x | tee f",
                              "echo x | tee -a f",
                              "sed -i s/a/b/ f",
                              "sed -i.bak s/a/b/ f",
                              "sed --in-place s/a/b/ f",
                              "perl -pi -e s/a/b/ f",
                              "mv f g",
                              "mv g f",
                              "cp g f",
                              "rm f",
                              "rm -rf f",
                              "truncate -s0 f",
                              "dd if=/dev/null of=f",
                              "ln -sf g f",
                              "install g f",
                              "bash -c 'rm f'",
                              "sh -c \"echo x > f\"",
                              "(rm f)",
                              "{ rm f; }",
                              "if true; then rm f; fi",
                              "x=$(rm f)",
                              "echo `rm f`",
                              "true && rm f",
                              "false || rm f",
                              "env A=1 rm f",
                              "sudo rm f",
                              "timeout 5 rm f",
                              "xargs -0 rm f",
                              "eval 'rm f'",
                              "bash <<'E'\nrm f\nE",
                              "python3 -c \"open('f','w').write('x')\"",
                              "python3 - <<'E'\nopen('f', 'w')\nE",
                              "node -e \"require('fs').writeFileSync('f', '')\"",
                              "curl -o f http://x",
                              "chmod -x f",
                              "find f -delete",
                              "for i in 1; do rm f; done",
                              "patch f x.diff",
                              "git checkout main -- f",
                              "git restore --source=x f",
                              "git rm f",
                              "echo x > './f'",
                              "F=f; echo x > $F",
                              "F=f; echo x > \"$F\"",
                              "export F=f; rm ${F}",
                              "for i in a f; do echo x > $i; done",
                              "R=rm; $R f",
                              "rm {f,g}",
                              "rm f{,.bak}",
                              "echo x >& f",
                              "env -C . rm f",
                              "env -S 'rm f'",
                              "env '-Srm f'",
                              "xargs sed -i s/a/b/ f",
                              "sort -o f g",
                              "sort -of g",
                              "curl -of http://x",
                              "curl -sLo f http://x",
                              "curl -O http://x/f",
                              "wget -Of http://x",
                              "wget http://x/f",
                              "cp -t . a/f",
                              "cp -t. a/f",
                              "mv --target-directory=. a/f",
                              "sed -n 'w f' g",
                              "sed 's/a/b/w f' g",
                              "awk '{print > \"f\"}' g",
                              "perl -e 'open(F, \">f\")'",
                              "perl -e 'open F, \">\", \"f\"'",
                              "find . -name x -exec rm f ';'",
                              "git checkout HEAD~1 f",
                              "git restore -s x f"}) {
    CAPTURE(std::string(command));
    CHECK((would_write(command, "/w/f") || would_write(command, "/w/./f")));
  }
}

TEST_CASE("writes: reading is no writing") {
  for (const char* command : {"cat f",
                              "grep -r x f",
                              "cp f g",
                              "sed s/a/b/ f",
                              "sed -n 1p f",
                              "diff f g",
                              "wc < f",
                              "python3 -c \"print(open('f').read())\"",
                              "python3 -c \"print(open('f', 'r').read().replace('a', 'w'))\"",
                              "git diff f",
                              "git add f",
                              "git show HEAD:f",
                              "echo 'rm f'",
                              "# rm f",
                              "test -f f",
                              "ls -la f",
                              "head -n1 f > g",
                              "echo \"> f\"",
                              "python3 -c \"import sys; sys.stdout.write(open('f').read())\"",
                              "python3 -c \"open('g', 'w').write(open('f').read())\"",
                              "python3 -c \"open('g', 'w').write(open('f', 'r').read())\"",
                              "echo x >&2",
                              "F=f; echo '$F' > g",
                              "echo {f,g}",
                              "chmod u+w f",
                              "chmod 755 f",
                              "awk '$1 > 3 {print \"f\"}' g",
                              "sort f",
                              "find . -name f",
                              "git checkout f",
                              "git checkout -- f",
                              "git checkout HEAD -- f",
                              "git restore f",
                              "git restore --staged f",
                              "git restore --source=HEAD f",
                              "git checkout -b x f"}) {
    CAPTURE(std::string(command));
    CHECK_FALSE(would_write(command, "/w/f"));
  }
}

TEST_CASE("writes: a folder that is entered holds for what follows, in its own shell") {
  CHECK(would_write("cd sub && rm ../f", "/w/sub/../f"));
  CHECK(would_write("cd /x; echo > f", "/x/f"));
  CHECK(would_write("(cd sub; true); rm f", "/w/f"));
  CHECK(would_write("cp a/f .", "/w/./f"));
  CHECK(would_write("cd \"$PWD/sub\" && rm ../f", "/w/sub/../f"));
  CHECK(would_write("env -C sub rm ../f; rm g", "/w/sub/../f"));
  CHECK(would_write("env -C sub rm ../f; rm g", "/w/g"));
  CHECK(would_write("git checkout x -- :/f", "$:/f"));
  CHECK(would_write("git checkout x -- ':(top)f'", "$:/f"));
}

TEST_CASE("writes: ways around hooks of git") {
  for (const char* command : {"git commit --no-verify -m x",
                              "git commit -n -m x",
                              "git commit -nm x",
                              "git commit -anm x",
                              "git commit --no-veri -m x",
                              "git push --no-verify",
                              "git -C sub commit --no-verify",
                              "git -c core.hooksPath=/dev/null commit -m x",
                              "git config core.hooksPath /dev/null",
                              "git config --global core.hookspath x",
                              "git config --unset core.hooksPath",
                              "HUSKY=0 git commit -m x",
                              "LEFTHOOK=0 git push",
                              "env HUSKY=0 git commit -m x",
                              "git merge --no-verify x",
                              "cd a && git commit --no-verify",
                              "bash -c 'git commit -n'",
                              "git commit -o -n",
                              "git commit -o --no-verify",
                              "git -ccore.hooksPath=x commit",
                              "git --config-env=core.hooksPath=X commit",
                              "git --config-env core.hooksPath=X commit",
                              "GIT_CONFIG_PARAMETERS=x git commit -m x",
                              "GIT_CONFIG_COUNT=1 git push",
                              "env GIT_CONFIG_GLOBAL=x git commit -m x",
                              "export GIT_CONFIG_COUNT=1; git commit -m x",
                              "export HUSKY=0",
                              "HUSKY=0 bash -c 'git commit -m x'",
                              "git config alias.x 'commit -n'",
                              "git config --global alias.x '!git commit --no-verify'",
                              "git -c alias.x='commit -n' x",
                              "git config include.path x",
                              "git -c include.path=x commit",
                              "assay disconnect claude",
                              "xargs git commit -n",
                              "echo x | xargs -n1 git commit -nm",
                              "find . -exec git commit -n ';'",
                              "N=--no-verify; git commit $N -m x"}) {
    CAPTURE(std::string(command));
    CHECK_FALSE(deeds_of(command, "/w").evasions.empty());
  }
  for (const char* command : {"git commit -m 'use --no-verify'",
                              "git commit -m -n",
                              "git push -n",
                              "git push --dry-run",
                              "git commit --amend",
                              "git config core.hooksPath",
                              "git config --get core.hooksPath",
                              "git log -n 5",
                              "git commit -mn",
                              "echo git commit --no-verify",
                              "git merge -n x",
                              "git config user.name x",
                              "git commit -F -n",
                              "grep -r 'HUSKY=0' .",
                              "grep -r HUSKY=0 .",
                              "echo HUSKY=0",
                              "HUSKY=0 npm ci",
                              "env HUSKY=0 npm ci",
                              "git config --global core.hooksPath",
                              "git config alias.ci commit",
                              "GIT_CONFIG_GLOBAL=/dev/null git log",
                              "assay verify",
                              "assay disconnect --help",
                              "HUSKY=0 npm ci; git commit -m x"}) {
    CAPTURE(std::string(command));
    CHECK(deeds_of(command, "/w").evasions.empty());
  }
}

TEST_CASE("writes: any text ends") {
  CHECK(deeds_of(std::string(200'000, '('), "/w").writes.empty());
  deeds_of("eval \"eval \\\"eval 'rm f'\\\"\"", "/w");
  deeds_of(std::string("rm \0f", 5), "/w");
  std::string grows = "A=1";
  for (int i = 0; i < 1000; ++i) grows += "; A=$A$A";
  CHECK(deeds_of(grows + "; rm f", "/w").writes.size() == 1);
  std::string braces = "rm ";
  for (int i = 0; i < 1000; ++i) braces += "{a,b}";
  CHECK(deeds_of(braces, "/w").writes.size() <= 2000);
}

TEST_CASE("writes: what is followed to its end is told apart from what is cut") {
  const auto many = [](std::string_view begin, int count, std::string_view between) {
    std::string text(begin);
    for (int i = 0; i < count; ++i) text += "f" + std::to_string(i) + std::string(between);
    return text;
  };
  const Deeds named = deeds_of(many("rm ", 1000, " ") + "assay.yaml", "/w");
  CHECK_FALSE(named.cut);
  CHECK(named.writes.back().path == "/w/assay.yaml");
  const Deeds listed = deeds_of("rm " + many("{", 500, ",") + "assay.yaml}", "/w");
  CHECK_FALSE(listed.cut);
  CHECK(listed.writes.back().path == "/w/assay.yaml");
  CHECK_FALSE(deeds_of(many("for f in ", 300, " ") + "; do wc $f; done", "/w").cut);
  CHECK(deeds_of(many("rm ", 2001, " ") + "assay.yaml", "/w").cut);
  std::string doubled = "rm ";
  for (int i = 0; i < 12; ++i) doubled += "{a,b}";
  CHECK(deeds_of(doubled, "/w").cut);
  std::string deep = "rm assay.yaml";
  for (int i = 0; i < 3; ++i) deep = "eval eval eval " + deep;
  CHECK(deeds_of(deep, "/w").cut);
}

}  // namespace
}  // namespace assay::format::shell
