#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills a running `assay loop run` with SIGKILL at random moments, and types the same command line until it is done.

The list has two parallel groups, a task that is split, one that fails until a fix task has repaired its cause, and
checkpoints; agents behave by what is in the tree, not by how often they were asked. At the end of every run: files, ticks
and the commits of assay are those of an undisturbed run, no Verify that had passed was run again but once on the last tree, nothing the run started
is alive, and no worktree or branch is left.

    loop.py ASSAY_BINARY KILLS [SEED]
"""
import collections
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ASSAY = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("SEED", "1"))

# What it does when asked twice is what it does when asked once.
AGENT = r"""#!/bin/bash
cat > /dev/null
id=$ASSAY_TASK_ID
# Written in one piece: what a kill leaves is whole or not there, as with any editor.
work() { echo "$2" > "$(git rev-parse --git-dir)/new" && mv "$(git rev-parse --git-dir)/new" "$1"; sleep 0.15; git add -A; git diff --cached --quiet || git commit -q -m "$3"; echo TASK_COMPLETE; }
part() { printf -- '- [ ] %s Part\\n  - **Do**: it\\n  - **Files**: `f-%s.txt`\\n  - **Done when**: there\\n  - **Verify**: `test -s f-%s.txt`\\n  - **Commit**: `feat: %s`' $1 $1 $1 $1; }
case "$ASSAY_ROLE-$id" in
reviewer-*) echo REVIEW_PASS ;;
executor-1.6)
  printf 'TASK_MODIFICATION_REQUEST\n```json\n{"type": "SPLIT_TASK", "originalTaskId": "1.6", "reasoning": "two things", "proposedTasks": ["%s", "%s"]}\n```\nTASK_COMPLETE\n' "$(part 1.6.1)" "$(part 1.6.2)" ;;
executor-1.7)
  if [ -s f-1.7.txt ]; then work f-1.7.txt whole "feat: 1.7"
  else printf 'Task 1.7: Write FAILED\n- Error: nothing to build on\n- Attempted fix: none\n- Status: Blocked\n'; fi ;;
executor-1.7.1) work f-1.7.txt half "fix(recovery): address error from task 1.7" ;;
executor-*) work "f-$id.txt" "hello from $id" "feat: $id" ;;
esac
"""


def task(name, marks="", verify=None):
    return (f"- [ ] {name} {marks}Write {name}\n  - **Do**: it\n  - **Files**: `f-{name}.txt`\n  - **Done when**: it is there\n"
            f"  - **Verify**: `{verify or f'test -s f-{name}.txt'}`\n  - **Commit**: `feat: {name}`\n\n")


def tasks():
    text = "# Tasks: demo\n\n## Phase 1: Make It Work\n\n" + task("1.1")
    text += "".join(task(f"1.{i}", "[P] ") for i in (2, 3, 4))
    text += ("- [ ] 1.5 [VERIFY] Quality checkpoint: test -s f-1.2.txt && test -s f-1.4.txt\n  - **Do**: run them\n"
             "  - **Verify**: All commands exit 0\n  - **Done when**: no errors\n\n")
    parted = task("1.6", verify="test -s f-1.6.1.txt && test -s f-1.6.2.txt")
    text += parted.replace("`f-1.6.txt`", "`f-1.6.txt`, `f-1.6.1.txt`, `f-1.6.2.txt`") + task("1.7")
    text += "## Phase 2: Refactoring\n\n" + "".join(task(f"2.{i}", "[P] ") for i in (1, 2)) + "".join(
        task(f"2.{i}") for i in (3, 4, 5))
    return text


class Box:
    """A repository with the spec, and a state directory of its own."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="assay-crash-loop-")
        self.work = os.path.join(self.root, "work")
        self.state = os.path.join(self.root, "state")
        os.makedirs(os.path.join(self.work, "specs/demo"))
        agent = os.path.join(self.root, "agent.sh")
        with open(agent, "w") as f:
            f.write(AGENT)
        os.chmod(agent, 0o755)
        with open(os.path.join(self.work, "assay.yaml"), "w") as f:
            f.write(f'version: 1\nagents:\n  "*": {{command: ["{agent}"], dialect: text}}\n')
        with open(os.path.join(self.work, "specs/demo/tasks.md"), "w") as f:
            f.write(tasks())
        for words in (["init", "-q", "-b", "main"], ["config", "user.name", "t"], ["config", "user.email", "t@example.com"],
                      ["add", "-A"], ["commit", "-q", "-m", "start"], ["switch", "-q", "-c", "work"]):
            self.git(*words)

    def git(self, *words):
        done = subprocess.run(["git", "-C", self.work, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"git {' '.join(words)}: {done.stdout}")
        return done.stdout

    def argv(self, *words):
        return [ASSAY, "-C", self.work, "--state-dir", self.state, "--quiet", *words]

    def run(self, *words):
        return subprocess.run(self.argv(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)


COMMAND = ("loop", "run", "specs/demo", "--recovery-mode")


def processes(box):
    """Everything alive that works in the box, the coordinator and its keeper aside."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as f:
                if f"ASSAY_SPEC_DIR=specs/demo".encode() not in f.read().split(b"\0"):
                    continue
            cwd = os.readlink(f"/proc/{pid}/cwd")
            with open(f"/proc/{pid}/stat") as s:
                if cwd.startswith(box.root) and s.read().rsplit(")", 1)[1].split()[0] != "Z":
                    found.append(int(pid))
        except OSError:
            continue
    return found


def wait_until_gone(box, limit=10.0):
    until = time.monotonic() + limit
    while processes(box):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def facts(box):
    """What must not depend on how often the run was interrupted."""
    files = [line for line in box.git("ls-tree", "-r", "HEAD").splitlines() if "\tf-" in line]
    with open(os.path.join(box.work, "specs/demo/tasks.md")) as f:
        listed = f.read()
    with open(os.path.join(box.work, "specs/demo/.progress.md")) as f:
        progress = re.findall(r"^- \[x\] \S+", f.read(), re.M)
    subjects = box.git("log", "--reverse", "--first-parent", "--format=%s").splitlines()
    return {
        "files": files,
        "tasks.md": listed,
        "completed": progress,
        "commits": [s for s in subjects if s.startswith("chore(spec)")],
        "status": box.git("status", "--porcelain", "--ignored"),
        "branches": box.git("branch", "--format=%(refname:short)"),
        "worktrees": len(box.git("worktree", "list").splitlines()),
        "passed": passed(box),
    }


def passed(box):
    """How often the Verify of each task has passed."""
    counts = collections.Counter()
    # One that is killed after its last event leaves nothing to do but a look, which is a run of its own.
    for line in box.run("ledger", "export").stdout.splitlines():
        entry = json.loads(line)
        if entry["kind"] != "attempt_ended":
            continue
        body = json.loads(entry["body"])
        found = re.match(r"(.*)-verify-\d+(-\d+)?$", body.get("name", ""))
        if found and body["exit"] == "exited" and body["code"] == 0:
            counts[found[1] + (found[2] or "")] += 1
    return dict(counts)


def fail(what, kills, box):
    print(f"FAILED kill {kills}: {what}\n  repeat: {sys.argv[0]} {ASSAY} {KILLS} {SEED}\n  kept: {box.root}")
    sys.exit(1)


def fits(key, got, wanted):
    """What an interrupted run had verified is verified once more on the tree it ends with, and never less often."""
    if key != "passed":
        return got == wanted
    return got.keys() == wanted.keys() and all(wanted[task] <= got[task] <= wanted[task] + 1 for task in wanted)


def differences(got, wanted):
    return "\n".join(f"  {key}:\n    got    {got[key]!r}\n    wanted {wanted[key]!r}" for key in wanted if not fits(key, got[key], wanted[key]))


def check_end(process, out, err, kills, box, reference):
    if process.returncode != 0 or not out.endswith("ALL_TASKS_COMPLETE\n"):
        fail(f"exit {process.returncode}:\n{out}{err}", kills, box)
    if not wait_until_gone(box):
        fail(f"processes left over: {processes(box)}", kills, box)
    got = facts(box)
    if any(not fits(key, got[key], reference[key]) for key in reference):
        fail("it ends differently:\n" + differences(got, reference), kills, box)
    for words in (("ledger", "verify"), ("replay", "last")):
        checked = box.run(*words)
        if checked.returncode != 0:
            fail(f"{' '.join(words)}: {checked.stdout}{checked.stderr}", kills, box)


def main():
    chance = random.Random(SEED)
    box = Box()
    began = time.monotonic()
    first = box.run(*COMMAND)
    length = time.monotonic() - began
    if first.returncode != 0:
        fail(f"undisturbed: {first.stdout}{first.stderr}", 0, box)
    reference = facts(box)
    box.close()
    kills = hits = with_agents = runs = 0
    while kills < KILLS:
        runs += 1
        box = Box()
        while True:
            process = subprocess.Popen(box.argv(*COMMAND), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                # Short, so that a run is interrupted many times; at least some way, so that it ends.
                out, err = process.communicate(timeout=chance.uniform(0.01, length / 6) if kills < KILLS else 120)
            except subprocess.TimeoutExpired:
                agents = processes(box)
                process.send_signal(signal.SIGKILL)
                if agents and chance.random() < 0.3:
                    with_agents += 1
                    for pid in agents:
                        try:
                            os.kill(pid, signal.SIGKILL)
                        except OSError:
                            pass
                process.communicate()
                kills += 1
                hits += bool(agents)
                if not wait_until_gone(box):
                    fail(f"processes left over: {processes(box)}", kills, box)
                continue
            break
        check_end(process, out, err, kills, box, reference)
        box.close()
    # A campaign whose kills mostly miss proves little.
    if hits * 100 < kills * 10:
        fail(f"only {hits} of {kills} kills hit an agent or a command at work", kills, box)
    print(f"{kills} kills ({hits} with somebody at work, {with_agents} of them killed too), {runs} runs of {length:.1f} s")
    print(f"{kills} passed, 0 failed")


main()
