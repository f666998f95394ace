#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Commands that lose a failure, made by a grammar: operators, conditions, subshells, traps, wrappers, interpreters, scripts and
recipes, one inside the other. Everything comes from a seed.

  masked-variants.py MANIFEST SEED COUNT [0|1]    writes COUNT commands (of one half, if given) and the files they need"""
import json
import os
import random
import shlex
import sys

CHECKS = ["./check", "bash check.sh", "sh check.sh", "python3 check.py", "./check --all", "env X=1 ./check", "timeout 20 ./check"]
SHOWS = ["ls", "cat README", "test -f README", "date", "head -n1 README", "wc -l README", "pwd", "[ -f README ]", "printf 'done\\n'",
         "[[ -e README ]]", "uname", "python3 --version", "ls -la > listing"]
ANSWERS = ["true", ":", "echo failed", "tail -n3 log", "cat log", "ls", "head -n1 README", "(echo x)", "{ echo x; }", "exit 0",
           "printf x", "date", "test -f README", "grep -c . README", "sed -n 1p README", "{ cat log; true; }", "(cat log; exit 0)"]


class Grammar:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.files = {}

    def one(self, *choices):
        return self.random.choice(choices)

    def file(self, name, text):
        name = f"{name}-{len(self.files)}"
        self.files[name] = text
        return name

    # A command that fails and whose failure is lost at once.
    def lost(self):
        c, t, r = self.random.choice(CHECKS), self.random.choice(SHOWS), self.random.choice(ANSWERS)
        rule = self.random.choice([self.sequence, self.answer, self.condition, self.substitution, self.trap, self.shell, self.pipe,
                                   self.background, self.interpreter, self.wrapper, self.script, self.recipe, self.recipe_file, self.package,
                                   self.many, self.tox])
        return rule(c, t, r)

    def sequence(self, c, t, r):
        return self.one(f"{c}; {t}", f"{c}\n{t}", f"set +e; {c}; {t}", f"{c}; {t}; {t}", f"{t}; {c}; {t}", f"{c} && {t}; {t}")

    def answer(self, c, t, r):
        return self.one(f"{c} || {r}", f"{c} > log 2>&1 || {r}", f"{c} || {r}; {t}", f"{c} && echo ok || {r}", f"{t} && {c} || {r}",
                        f"{c} || {r} || false")

    def condition(self, c, t, r):
        return self.one(f"if {c}; then :; fi", f"if {c}; then echo ok; else {t}; fi", f"if ! {c}; then {t}; fi; {t}",
                        f"while {c}; do break; done", f"{c} && {t}; {t}", f"until {c}; do break; done; {t}",
                        f"case x in x) {c}; {t};; esac", f"for i in 1 2; do {c}; done; {t}")

    def substitution(self, c, t, r):
        return self.one(f"x=$({c}); {t}", f'echo "$({c})"', f"export X=$({c}); {t}", f": `{c}`", f"({c}; {t})", "{ " + f"{c}; {t};" + " }",
                        f"f() {{ {c}; {t}; }}; f", f"f() {{ {c} || true; }}; f && {t}", f"eval {shlex.quote(c + '; ' + t)}",
                        f"eval {shlex.quote(c + ' || true')}", f"cat <({c})")

    def trap(self, c, t, r):
        return self.one(f"trap 'exit 0' EXIT; {c}", f"trap 'exit 0' ERR; {c}", f"trap : ERR; {c}; {t}", f"trap 'exit 0' EXIT; {c}; {t}",
                        f"trap - ERR; {c}; {t}", f"trap 'echo bye; exit 0' 0; {c}")

    def shell(self, c, t, r):
        body = self.one(f"{c}; {t}", f"{c} || true", f"{c} || {t}")
        quoted = shlex.quote(body)
        return self.one(f"bash -c {quoted}", f"sh -c {quoted}", f"bash <<< {quoted}", f"echo {quoted} | bash", f"echo {quoted} | sh",
                        f"bash <<'E'\n{body}\nE\n", f"sh <<'E'\n{body}\nE\n", f"exec bash -c {quoted}", f"dash -c {quoted}")

    def pipe(self, c, t, r):
        sink = self.one("cat", "tee log", "tail -n5", "head -n5", "sed s/a/b/")
        return self.one(f"set +o pipefail; {c} | {sink}", f"bash -c {shlex.quote(c + ' | ' + sink)}", f"sh -c {shlex.quote(c + ' | ' + sink)}",
                        f"{c} | {sink}; {t}", f"shopt -uo pipefail; {c} | {sink}")

    def background(self, c, t, r):
        return self.one(f"{c} & wait", f"{c} & wait; {t}", f"{t}; {c} & wait", f"({c} & wait)")

    def interpreter(self, c, t, r):
        words = ", ".join(f"'{w}'" for w in c.split())
        return self.one(f"python3 -c \"import os; os.system('{c}')\"", f"python3 -c \"import subprocess; subprocess.call([{words}])\"",
                        f"python3 -c \"import subprocess; subprocess.run([{words}])\"", f"perl -e 'system(\"{c}\")'",
                        f"python3 -c \"import os; os.system('{c}'); print('OK')\"")

    def wrapper(self, c, t, r):
        body = shlex.quote(f"{c}; {t}")
        return self.one(f"timeout 9 bash -c {body}", f"nice sh -c {body}", f"env A=1 bash -c {body}",
                        f"find . -maxdepth 1 -name README -exec {c} \\;", f"script -qc {shlex.quote(c)} /dev/null",
                        f"BASH_ENV=/dev/null bash -c {shlex.quote(c + ' || true')}", f"stdbuf -oL bash -c {body}")

    def script(self, c, t, r):
        shebang = self.one("#!/bin/bash", "#!/bin/sh", "#!/usr/bin/env bash", "#!/usr/bin/env sh")
        body = self.one(f"{c}\n{t}", f"{c} || true", f"{c} || {t}", f"{c} > log 2>&1 || cat log", f"main() {{\n  {c}\n  {t}\n}}\nmain",
                        f"if {c}; then\n  echo good\nelse\n  echo bad\nfi", f"trap 'exit 0' EXIT\n{c}")
        name = self.file("run", f"{shebang}\n# runs the check\n{body}\n")
        return self.one(f"./{name}", f"bash {name}", f"sh {name}", f". ./{name}", f"source ./{name}", f"bash < {name}")

    def recipe(self, c, t, r):
        head, line, call = self.one(("", f"-{c}", ""), ("", f"@-{c}", ""), ("", f"{c} || true", ""), ("", f"{c}; true", ""),
                                    (".IGNORE:\n", c, ""), ("MAKEFLAGS += -i\n", c, ""), ("", c, "-i"), ("", c, "-n"), ("", c, "--ignore-errors"),
                                    ("", c, "-t"), ("", c, "MAKEFLAGS=-i"))
        name = self.file("rules", f"{head}test:\n\t{line}\n.PHONY: test\n")
        if self.random.random() < 0.2:
            return f"MAKEFLAGS=-i make -f {name} test"
        return f"make {call} -f {name} test".replace("  ", " ")

    # The same in a file that is included, one shell for all lines, a shell that runs nothing, a make within make.
    def recipe_file(self, c, t, r):
        lost = self.file("inner", f"{self.one('', '.IGNORE:' + chr(10), 'MAKEFLAGS += i' + chr(10))}test:\n\t-{c}\n")
        text = self.one(f"include {lost}\n", f"-include {lost}\n", f"all: test\n\t@echo done\ninclude {lost}\n",
                        f".ONESHELL:\ntest:\n\t{c}\n\t{t}\n", f"SHELL := /bin/true\ntest:\n\t{c}\n",
                        f"X = {c}\ntest:\n\t-$(X)\n", f"test:\n\t$(MAKE) -f {lost} test\n")
        return f"make -f {self.file('rules', text)}"

    def package(self, c, t, r):
        scripts = self.one({"test": f"{c} || true"}, {"test": f"{c}; exit 0"}, {"pretest": f"{c} || :", "test": "echo done"},
                           {"test": "npm run unit", "unit": f"{c} || true"}, {"test": f"sh -c '{c} || true'"})
        name = f"folder-{len(self.files)}"
        self.files[f"{name}/package.json"] = json.dumps({"scripts": scripts})
        for link in ("check", "check.sh", "check.py", "README", "log"):
            self.files[f"{name}/{link}"] = None
        return self.one(f"npm --prefix {name} test", f"cd {name} && npm test", f"npm run test --prefix {name}")

    # One command for each of several things.
    def many(self, c, t, r):
        body = shlex.quote(self.one(f"{c} || true", f"{c}; {t}", f"{c} || {r}"))
        return self.one(f"printf 'a\\nb\\n' | xargs -I{{}} sh -c {body}", f"printf 'a\\n' | xargs -n1 bash -c {body}",
                        f"find . -maxdepth 1 -name 'READ*' -exec sh -c {body} \\;", f"find . -maxdepth 1 -name README -exec {c} \\;")

    def tox(self, c, t, r):
        text = self.one(f"[testenv]\ncommands = -{c}\n", f"[testenv]\nignore_outcome = true\ncommands =\n    {c}\n",
                        f"[testenv]\ncommands =\n    - {c}\n    echo done\n", f"[testenv]\ncommands = bash -c {shlex.quote(c + ' || true')}\n")
        name = self.file("tox", text)
        return self.one(f"tox -c {name}", f"tox -e py -c {name}", f"tox run -e py -c {name} -- -x")

    # Something around it that changes nothing about the loss.
    def around(self, x):
        quoted = shlex.quote(x)
        t = self.random.choice(SHOWS)
        heredoc = "<<" in x
        choices = [f"bash -c {quoted}", f"eval {quoted}", f"timeout 9 bash -c {quoted}", f"if true; then\n{x}\nfi", f"(\n{x}\n)",
                   f"{{\n{x}\n}}", f"f() {{\n{x}\n}}\nf", f"for i in 1; do\n{x}\ndone"]
        if not heredoc:
            choices += [f"{t} && {{ {x}\n}}", f"( {x}\n) && {t}"]
        return self.random.choice(choices)

    def command(self):
        text = self.lost()
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            text = self.around(text)
        return text


def main():
    manifest, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    half = int(sys.argv[4]) if len(sys.argv) > 4 else None
    grammar = Grammar(seed)
    commands, seen = [], set()
    for number in range(count * 20):
        text = grammar.command()
        if text in seen or (half is not None and number % 2 != half):
            continue
        seen.add(text)
        commands.append({"id": f"v{number}", "command": text, "parallel_safe": True})
        if len(commands) == count:
            break
    for name, text in grammar.files.items():
        if "/" in name:
            os.makedirs(os.path.dirname(name), exist_ok=True)
        if text is None:
            os.symlink("../" + os.path.basename(name), name)
            continue
        with open(name, "w") as out:
            out.write(text)
        os.chmod(name, 0o755)
    with open("README", "w") as out:
        out.write("a line\n")
    for name, text in {"check": "#!/bin/sh\necho checked\nexit 1\n", "check.sh": "exit 1\n", "check.py": "raise SystemExit(1)\n"}.items():
        with open(name, "w") as out:
            out.write(text)
        os.chmod(name, 0o755)
    with open("log", "w") as out:
        out.write("log\n")
    with open(manifest, "w") as out:
        json.dump({"commands": commands}, out)


main()
