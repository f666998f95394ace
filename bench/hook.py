#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What do a Stop hook, `status` and `verify --reuse` cost when there is nothing to do? Beside `git status` and a bash hook that does nothing, in one run.

    bench/hook.py ASSAY [ROUNDS]

Milliseconds of wall clock, and of processor time beside them: on a busy machine only the second says something. Repositories of 200 files (as express) and of 100,000. FRESH: every gate passed on this tree. Unchanged: the session began with this tree.
"""
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ASSAY, ROUNDS = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 15


def make(root, files):
    work = os.path.join(root, "work")
    for i in range(files):
        folder = os.path.join(work, f"d{i // 200}")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"f{i}.txt"), "w") as f:
            f.write(f"file {i}\n" * 20)
    with open(os.path.join(work, "assay.yaml"), "w") as f:
        f.write("version: 1\nverify:\n  commands:\n    - {id: unit, command: grep -q file d0/f0.txt}\n")
    for argv in (["init", "-q"], ["add", "-A"], ["-c", "user.name=b", "-c", "user.email=b@example.com", "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *argv], cwd=work, check=True)
    return work


def measure(files):
    root = tempfile.mkdtemp(prefix="assay-hook-bench-")
    try:
        work = make(root, files)
        env = {**os.environ, "ASSAY_STATE_DIR": os.path.join(root, "state")}

        def call(argv, text=""):
            began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(argv, cwd=work, env=env, input=text, text=True, capture_output=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            return 1000 * (time.perf_counter() - began), 1000 * processor

        said = {session: json.dumps({"session_id": session, "cwd": work, "hook_event_name": "Stop"}) for session in ("fresh", "same")}
        call([ASSAY, "hook", "claude", "SessionStart"], said["same"])
        # What was written within one tick of the clock is read again: look once more when that has passed.
        time.sleep(2)
        call([ASSAY, "verify", "--quiet"])
        rows = {
            "git status": (["git", "status", "--porcelain"], ""),
            "bash hook that does nothing": (["bash", "-c", "cat >/dev/null; exit 0"], said["fresh"]),
            "assay status": ([ASSAY, "status"], ""),
            "assay verify --reuse": ([ASSAY, "verify", "--reuse", "--quiet"], ""),
            "Stop hook, FRESH": ([ASSAY, "hook", "claude", "Stop"], said["fresh"]),
            "Stop hook, unchanged": ([ASSAY, "hook", "claude", "Stop"], said["same"]),
            "guard before a tool": ([ASSAY, "hook", "claude", "PreToolUse"], json.dumps(
                {"session_id": "g", "cwd": work, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "make test"}})),
        }
        times = {name: [] for name in rows}
        for _ in range(ROUNDS):
            for name, (argv, text) in rows.items():
                times[name].append(call(argv, text))
        def of(which, all_of):
            return statistics.median(each[which] for each in all_of), min(each[which] for each in all_of)

        return {name: (*of(0, all_of), *of(1, all_of)) for name, all_of in times.items()}
    finally:
        shutil.rmtree(root, ignore_errors=True)


sizes = (200, 100_000)
results = {files: measure(files) for files in sizes}
print("| ms, median (least) | " + " | ".join(f"{files} files | processor" for files in sizes) + " |\n|---|---|---|---|---|")
for name in results[sizes[0]]:
    print(f"| {name} | " + " | ".join("{:.1f} ({:.1f}) | {:.1f} ({:.1f})".format(*results[files][name]) for files in sizes) + " |")
