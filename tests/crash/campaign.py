#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills a running `assay verify` with SIGKILL at random moments and resumes it until it ends.

After every kill: what the ledger had acknowledged is still there, every chain verifies, and nothing the run started is
alive. At the end: the verdict and every row are those of an uninterrupted run.

    campaign.py ASSAY_BINARY KILLS [SEED]
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ASSAY = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else int(os.environ.get("SEED", "1"))
KEYS = ("command_id", "status", "exit_code", "gate_effective", "tests_executed", "ineffective_reason")

UNITTEST = "cat unittest.txt >&2"
FAMILY = "#!/bin/bash\n(setsid sleep 300 >/dev/null 2>&1 < /dev/null &)\nsleep 300 &\nsleep 0.08\nkill %1\n"


def commands():
    result = [
        {"id": "format", "command": "mkdir -p out && echo x > out/made", "mutates_workspace": True, "gate_type": "format"},
        {"id": "build", "command": "sleep 0.03; echo built > out/b", "mutates_workspace": True, "gate_type": "build"},
    ]
    for i in range(6):
        result.append({"id": f"unit-{i}", "command": f"sleep 0.0{i + 1}; {UNITTEST}", "gate_type": "test", "stage": 1,
                       "parallel_safe": True})
    result.append({"id": "family", "command": "bash family.sh", "stage": 1, "parallel_safe": True})
    result.append({"id": "failing", "command": "sleep 0.02; echo broken; exit 3", "stage": 1, "parallel_safe": True})
    result.append({"id": "empty", "command": "echo 'Ran 0 tests in 0.000s'; echo; echo OK", "gate_type": "test", "stage": 2,
                   "must_be_effective": False})
    result.append({"id": "last", "command": "sleep 0.03; head -c 200000 /dev/zero | tr '\\0' y", "stage": 2})
    return result


class Box:
    """A workspace with a state directory of its own."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="assay-crash-")
        self.work = os.path.join(self.root, "work")
        self.state = os.path.join(self.root, "state")
        os.makedirs(self.work)
        with open(os.path.join(self.work, "family.sh"), "w") as f:
            f.write(FAMILY)
        with open(os.path.join(self.work, "unittest.txt"), "w") as f:
            f.write("test_a ... ok\n\nRan 3 tests in 0.001s\n\nOK\n")
        with open(os.path.join(self.work, ".gitignore"), "w") as f:
            f.write("out/\n")
        subprocess.run(["git", "init", "-q", self.work], check=True)
        self.manifest = os.path.join(self.root, "manifest.json")
        with open(self.manifest, "w") as f:
            json.dump({"commands": commands()}, f)

    def argv(self, *words):
        return [ASSAY, "-C", self.work, "--state-dir", self.state, "--quiet", *words]

    def run(self, *words):
        return subprocess.run(self.argv(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)


def rows(text):
    data = json.loads(text)
    return data["overall_status"], [tuple(r[k] for k in KEYS) for r in data["results"]]


def survivors(run_id):
    """Processes that carry the run's mark, or are named like what `family.sh` starts and have it as an ancestor."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as f:
                if f"ASSAY_RUN_ID={run_id}".encode() in f.read().split(b"\0"):
                    with open(f"/proc/{pid}/stat") as s:
                        if s.read().rsplit(")", 1)[1].split()[0] != "Z":
                            found.append(int(pid))
        except OSError:
            continue
    return found


def wait_until_gone(run_id, limit=5.0):
    until = time.monotonic() + limit
    while survivors(run_id):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def fail(what, seed_index, box):
    print(f"FAILED kill {seed_index}: {what}\n  repeat: {sys.argv[0]} {ASSAY} {KILLS} {SEED}\n  kept: {box.root}")
    sys.exit(1)


def main():
    chance = random.Random(SEED)
    box = Box()
    reference_run = box.run("verify", "--manifest", box.manifest, "--format", "json")
    reference = rows(reference_run.stdout)
    began = time.monotonic()
    box.run("verify", "--manifest", box.manifest, "--format", "json")
    length = time.monotonic() - began
    kills = hits = runs = resumes = 0
    while kills < KILLS:
        runs += 1
        run_id = f"crash-{runs}"
        words = ["verify", "--manifest", box.manifest, "--run-id", run_id, "--format", "json"]
        while True:
            process = subprocess.Popen(box.argv(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                out, err = process.communicate(timeout=chance.uniform(0, length * 1.1))
            except subprocess.TimeoutExpired:
                running = bool(survivors(run_id))
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills += 1
                hits += running
                if not wait_until_gone(run_id):
                    fail(f"processes left over: {survivors(run_id)}", kills, box)
                known = box.run("ledger", "export", run_id)
                if known.returncode == 2:
                    words = ["verify", "--manifest", box.manifest, "--run-id", run_id, "--format", "json"]
                    continue  # killed before its first event was durable: the run does not exist
                if known.returncode != 0:
                    fail(f"export: {known.stderr}", kills, box)
                if chance.random() < 0.1:
                    checked = box.run("ledger", "verify", run_id)
                    if checked.returncode != 0:
                        fail(f"chain: {checked.stdout}{checked.stderr}", kills, box)
                before = known.stdout
                words = ["verify", "--resume", run_id, "--format", "json"]
                resumes += 1
                acknowledged = before
                continue
            break
        if process.returncode not in (0, 1, 3) or not out:
            fail(f"exit {process.returncode}: {err}", kills, box)
        got = rows(out)
        if got != reference:
            fail(f"verdict differs:\n  {got}\n  {reference}", kills, box)
        final = box.run("ledger", "export", run_id).stdout
        if "--resume" in words and not final.startswith(acknowledged):
            fail("an acknowledged event is gone", kills, box)
        replayed = box.run("replay", run_id)
        if replayed.returncode != 0:
            fail(f"replay: {replayed.stdout}{replayed.stderr}", kills, box)
        if not wait_until_gone(run_id):
            fail(f"processes left over at the end: {survivors(run_id)}", kills, box)
    checked = box.run("ledger", "verify")
    if checked.returncode != 0:
        fail(f"chain: {checked.stdout}{checked.stderr}", kills, box)
    # A campaign whose kills mostly miss proves little.
    if hits * 100 < kills * 30:
        fail(f"only {hits} of {kills} kills hit a running command", kills, box)
    box.close()
    print(f"{kills} kills ({hits} with a command running), {resumes} resumes, {runs} runs, "
          f"uninterrupted verdict {reference[0]}")
    print(f"{kills} passed, 0 failed")


main()
