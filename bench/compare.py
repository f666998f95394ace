#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What does running commands through assay cost, beside the bare shell loop, make, ninja, xargs and GNU parallel?

Interleaved rounds; medians and minima; every figure also as a ratio to the bare loop of the same run.
    compare.py ASSAY FLOOR ROUNDS
"""
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ASSAY, FLOOR, ROUNDS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
JOBS = 2
BASH = "/bin/bash -o pipefail -c"


def quiet(argv, **more):
    subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, **more)


class Box:
    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="assay-bench-")
        self.moved = 0

    def path(self, name):
        return os.path.join(self.root, name)

    def fresh(self, name):
        """An empty folder. The old one is moved away, not deleted: ext4 avoids inodes that were freed a moment ago, which
        would make whoever creates files next pay for it."""
        if os.path.exists(self.path(name)):
            os.makedirs(self.path("old"), exist_ok=True)
            self.moved += 1
            os.rename(self.path(name), self.path(f"old/{self.moved}"))
        os.makedirs(self.path(name))
        return self.path(name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)
        return self.path(name)


def manifest(commands):
    return json.dumps({"commands": [{"id": f"c{i}", "command": c, "parallel_safe": True} for i, c in enumerate(commands)]})


def makefile(commands):
    rules = "".join(f"t{i}:\n\t@{BASH} '{c}' > $(LOGS)/{i}.log 2>&1\n" for i, c in enumerate(commands))
    names = " ".join(f"t{i}" for i in range(len(commands)))
    return f"all: {names}\n.PHONY: all {names}\n{rules}"


def ninja(commands):
    text = f"rule r\n  command = {BASH} '$c' > $logs/$n.log 2>&1\n"
    for i, c in enumerate(commands):
        text += f"build out{i}: r\n  c = {c}\n  n = {i}\n"
    return text


def contenders(box, commands, jobs=JOBS, keep_state=False):
    """Name -> (prepare, run): only `run` is timed."""
    n = len(commands)
    mf = box.write("manifest.json", manifest(commands))
    mk = box.write("Makefile", makefile(commands))
    nj = box.write("build.ninja", "logs = logs\n" + ninja(commands))
    lines = box.write("lines", "".join(f"{i} {c}\n" for i, c in enumerate(commands)))
    work, logs, state = box.fresh("work"), box.path("logs"), box.path("state")

    def fresh_logs():
        box.fresh("logs")

    def fresh_state():
        if not keep_state:
            box.fresh("state")

    def fresh_ninja():
        box.fresh("nj")
        box.fresh("nj/logs")
        shutil.copy(nj, box.path("nj/build.ninja"))

    def assay():
        quiet([ASSAY, "-C", work, "--state-dir", state, "--quiet", "verify", "--manifest", mf, "--jobs", str(jobs)])

    def floor():
        quiet([FLOOR, str(n), str(jobs), logs, commands[0]])

    def make():
        quiet(["make", "-f", mk, f"-j{jobs}", f"LOGS={logs}", "all"])

    def run_ninja():
        quiet(["ninja", "-C", box.path("nj"), f"-j{jobs}"])

    def xargs():
        with open(lines) as f:
            quiet(["xargs", "-P", str(jobs), "-L", "1", "bash", "-o", "pipefail", "-c",
                   f'n=$0; eval "$*" > {logs}/$n.log 2>&1'], stdin=f)

    def parallel():
        with open(lines) as f:
            quiet(["parallel", "--will-cite", "-j", str(jobs), "--joblog", f"{logs}/joblog", "--colsep", " ",
                   f"bash -o pipefail -c {{2..}} > {logs}/{{1}}.log 2>&1"], stdin=f)

    result = {"bare bash loop + log": (fresh_logs, floor), "assay verify": (fresh_state, assay),
              "make -j, bash + log": (fresh_logs, make), "ninja -j, bash + log": (fresh_ninja, run_ninja),
              "xargs -P bash + log": (fresh_logs, xargs)}
    if shutil.which("parallel"):
        result["GNU parallel --joblog"] = (fresh_logs, parallel)
    return result


def isolation(box, commands, jobs=JOBS):
    """The same gates with and without isolation."""
    mf = box.write("manifest.json", manifest(commands))

    def contender(word):
        work, state = box.fresh(f"work-{word}"), box.path(f"state-{word}")
        with open(os.path.join(work, "assay.yaml"), "w") as f:
            f.write(f"version: 1\nisolation: {{gates: {word}}}\n")

        def run():
            quiet([ASSAY, "-C", work, "--state-dir", state, "--quiet", "verify", "--manifest", mf, "--jobs", str(jobs)])

        return (lambda: box.fresh(f"state-{word}"), run)

    return {"without isolation": contender("none"), "isolated": contender("full")}


def measure(functions, rounds):
    times = {name: [] for name in functions}
    for _ in range(rounds):
        for name, (prepare, run) in functions.items():
            prepare()
            os.sync()  # what the one before left to be written is not the next one's bill
            start = time.monotonic()
            run()
            times[name].append(time.monotonic() - start)
    return times


def table(title, times, base, unit=1000, suffix="ms"):
    print(f"\n### {title}\n\n| what | median {suffix} | min {suffix} | x of {base} (medians) | (minima) |\n|---|---|---|---|---|")
    middle, least = statistics.median(times[base]), min(times[base])
    for name, values in times.items():
        m, l = statistics.median(values), min(values)
        print(f"| {name} | {m * unit:.1f} | {l * unit:.1f} | {m / middle:.2f} | {l / least:.2f} |")


def memory(argv, cwd=None):
    """Largest resident set of the program itself, in MB."""
    before = tempfile.NamedTemporaryFile("r", suffix=".rss")
    quiet(["/usr/bin/time", "-f", "%M", "-o", before.name, *argv], cwd=cwd)
    return int(open(before.name).read().split()[-1]) / 1024


def many(box):
    count = 100_000
    commands = ["true"] * count
    work = box.fresh("work")
    mf = box.write("many.json", manifest(commands))
    print(f"\n### {count:,} commands (`true`), {JOBS} at a time\n\n| what | s | max RSS MB |\n|---|---|---|")
    rows = {"assay verify": [ASSAY, "-C", work, "--state-dir", box.fresh("state"), "--quiet", "verify", "--manifest", mf,
                             "--jobs", str(JOBS), "--format", "json"]}
    box.fresh("nj")
    box.fresh("nj/logs")
    box.write("nj/build.ninja", "logs = logs\n" + ninja(commands))
    rows["ninja -j, bash + log"] = ["ninja", "-C", box.path("nj"), f"-j{JOBS}", "--quiet"]
    for name, argv in rows.items():
        start = time.monotonic()
        rss = memory(argv)
        print(f"| {name} | {time.monotonic() - start:.0f} | {rss:.0f} |", flush=True)


def main():
    box = Box()
    try:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, text=True).stdout.strip()
        print(f"{platform.platform()}, {os.cpu_count()} cores, commit {commit}, {ROUNDS} interleaved rounds")
        print("`make bench` makes this table. assay is durable (WAL, FULL, group commit) and logs every command.")
        base = "bare bash loop + log"
        table("1,000 trivial commands (`true`), 2 at a time", measure(contenders(box, ["true"] * 1000), ROUNDS), base)
        table("1,000 commands that need a shell (`true && true`), 2 at a time",
              measure(contenders(box, ["true && true"] * 1000), ROUNDS), base)
        table("1,000 observed shells in which a command fails unseen (`false; true`), 2 at a time",
              measure(contenders(box, ["false; true"] * 1000), ROUNDS), base)
        for text in ("true", "true && true"):
            table(f"1,000 gates (`{text}`) in rooms, 2 at a time", measure(isolation(box, [text] * 1000), ROUNDS), "without isolation")
        table("One gate (`true`) in a room, start-up", measure(isolation(box, ["true"], 1), ROUNDS * 5), "without isolation")
        table("One command (start-up)", measure(contenders(box, ["true"], 1, keep_state=True), ROUNDS * 5), base)
        sleeps = contenders(box, ["sleep 0.01"] * 200, 8)
        times = measure(sleeps, ROUNDS)
        table("200 x `sleep 0.01`, 8 at a time (ideal 250 ms)", times, base)
        mixed = [f"sleep {s}" for s in ([0.02] * 40 + [0.4, 0.3])]
        ideal = max(0.4, sum(float(c.split()[1]) for c in mixed) / 4)
        state = box.fresh("state-mixed")
        work, mf = box.fresh("work"), box.write("mixed.json", manifest(mixed))
        runs = []
        for _ in range(ROUNDS + 1):
            start = time.monotonic()
            quiet([ASSAY, "-C", work, "--state-dir", state, "--quiet", "verify", "--manifest", mf, "--jobs", "4"])
            runs.append(time.monotonic() - start)
        print(f"\n### Mixed sleeps, long ones last in the manifest, 4 at a time (ideal {ideal * 1000:.0f} ms)\n")
        print(f"first run {runs[0] * 1000:.0f} ms; with recorded durations (longest first) median "
              f"{statistics.median(runs[1:]) * 1000:.0f} ms = {statistics.median(runs[1:]) / ideal:.2f} x ideal")
        if os.environ.get("MANY", "1") == "1":
            many(box)
    finally:
        shutil.rmtree(box.root, ignore_errors=True)


main()
