#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long do many pattern criteria take over a tree of small files, beside ripgrep and beside merely reading it?

One run, interleaved rounds, medians. One ripgrep per criterion is extrapolated from 50 of them.
    compare.py SCAN_BENCH [ROUNDS] [MEGABYTES]
"""
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SCAN = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
MEGABYTES = int(sys.argv[3]) if len(sys.argv) > 3 else 1200
THREADS = str(len(os.sched_getaffinity(0)))
WORDS = ("return const function import from value index result error context request response handler config "
         "parse build update remove create list string number object promise async await export default class "
         "this self none true false null while break continue match select where insert delete table").split()


def identifiers(chance, count):
    """Names as projects have them: two or three common words and a number."""
    return [f"{chance.choice(WORDS)}{chance.choice(WORDS).title()}{chance.randrange(1000000)}" for _ in range(count)]


def make_tree(root, chance, names):
    written = files = 0
    while written < MEGABYTES * 1_000_000:
        folder = os.path.join(root, f"pkg{files % 97}", f"mod{files % 13}")
        os.makedirs(folder, exist_ok=True)
        lines = []
        for _ in range(chance.randrange(50, 500)):
            line = [chance.choice(WORDS) for _ in range(chance.randrange(2, 9))]
            if chance.random() < 0.1:
                line.append(chance.choice(names) + "(")
            lines.append("    " * chance.randrange(4) + " ".join(line) + ";")
        text = "\n".join(lines) + "\n"
        with open(os.path.join(folder, f"f{files}.ts"), "w") as file:
            file.write(text)
        written += len(text)
        files += 1
    return files, written


def make_patterns(path, count, chance, names):
    """Seven of ten are plain texts, three are expressions; half of all occur somewhere."""
    absent = identifiers(chance, count)
    with open(path, "w") as file:
        for i in range(count):
            name = chance.choice(names) if i % 2 == 0 else absent[i] + "zz"
            kind = i % 10
            if kind < 7:
                file.write(name + "\n")
            elif kind == 7:
                file.write(rf"\b{name}\b" + "\n")
            elif kind == 8:
                file.write(rf"(function|const)\s+{name}" + "\n")
            else:
                file.write(rf"{name}\w*\s*\(" + "\n")


def timed(argv):
    began = time.perf_counter()
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{argv[0]}: {done.stderr.decode()[:500]}")
    return time.perf_counter() - began, done.stdout


def main():
    if shutil.which("rg") is None:
        sys.exit("ripgrep (rg) is missing")
    chance = random.Random(1)
    names = identifiers(chance, 50_000)
    with tempfile.TemporaryDirectory(prefix="assay-goals-bench-") as box:
        tree = os.path.join(box, "tree")
        os.makedirs(tree)
        files, written = make_tree(tree, chance, names)
        lists = {}
        for count in (1000, 10_000):
            lists[count] = os.path.join(box, f"patterns-{count}")
            make_patterns(lists[count], count, chance, names)
        singles = open(lists[1000]).read().splitlines()[:50]
        rg = ["rg", "-j", THREADS, "--no-unicode", "-q"]
        times = {name: [] for name in ("read everything", "assay 1,000", "assay 10,000", "rg -f 1,000", "rg each")}
        for _ in range(ROUNDS):
            times["read everything"].append(timed([SCAN, "read", tree, "-", THREADS])[0])
            times["assay 1,000"].append(timed([SCAN, "scan", tree, lists[1000], THREADS])[0])
            times["assay 10,000"].append(timed([SCAN, "scan", tree, lists[10_000], THREADS])[0])
            times["rg -f 1,000"].append(timed(["rg", "-j", THREADS, "--no-unicode", "-l", "-f", lists[1000], tree])[0])
        each = [timed(rg + ["-e", pattern, tree])[0] for pattern in singles]
        times["rg each"].append(statistics.mean(each) * 1000)
        floor = statistics.median(times["read everything"])
        print(f"{files} files, {written / 1e6:.0f} MB, {THREADS} threads, {ROUNDS} rounds (median seconds; x floor)")
        for name, values in times.items():
            middle = statistics.median(values)
            print(f"{name:18} {middle:9.2f} {middle / floor:9.1f}x")
        ours = statistics.median(times["assay 1,000"])
        print(f"one rg per criterion / assay at 1,000: {statistics.median(times['rg each']) / ours:.0f} (goal 100)")
        print(f"rg -f / assay at 1,000: {statistics.median(times['rg -f 1,000']) / ours:.2f} (goal 1.5)")
        print(f"assay / floor at 1,000: {ours / floor:.1f} (goal at most 5)")
        print(f"assay 10,000 / 1,000: {statistics.median(times['assay 10,000']) / ours:.2f} (goal at most 2)")


main()
