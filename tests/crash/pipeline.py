#!/usr/bin/env python3
"""kill -9 of a pipeline's coordinator at random moments, then `pipeline resume`, until it is done: the same tree, the
same ticks in the ledger, nothing recorded twice, no copy left behind.
   tests/crash/pipeline.py ASSAY_BINARY KILLS [SEED]"""
import json, os, random, shutil, signal, subprocess, sys, tempfile, time

assay = os.path.abspath(sys.argv[1])
kills = int(sys.argv[2])
rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
here = os.path.dirname(os.path.abspath(__file__))
shop = os.path.join(here, "../../examples/pipeline/shop")
problems = []


def fresh():
    box = tempfile.mkdtemp()
    work = os.path.join(box, "shop")
    os.mkdir(work)
    env = dict(os.environ, ASSAY_STATE_DIR=os.path.join(box, "state"), HOME=box, GIT_CONFIG_NOSYSTEM="1")
    subprocess.run(["bash", shop], cwd=work, env=env, check=True)
    return box, work, env


def pipeline(args, work, env, delay=None):
    child = subprocess.Popen([assay, "pipeline", *args, "--format", "json"], cwd=work, env=env,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if delay is not None:
        try:
            child.wait(delay)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.communicate()
            return None
    out, err = child.communicate(timeout=120)
    return child.returncode, out, err


START = ["start", "--request", "request.md", "--slug", "shipping", "--approval", "autonomous"]


def facts(work, env):
    sql = ("SELECT task_id, phase, check_name, passed, verdict, round, COUNT(*) FROM anvil_checks "
           "GROUP BY 1,2,3,4,5,6 ORDER BY 1,2,3,6,4,5")
    rows = subprocess.run([assay, "ledger", "sql", sql, "--format", "json"], cwd=work, env=env, capture_output=True)
    tree = subprocess.run(["git", "ls-tree", "-r", "HEAD", "cart.py", "shipping.py", "tests"], cwd=work, env=env,
                          capture_output=True)
    return rows.stdout.decode(), tree.stdout.decode()


def check(name, ok, detail=""):
    if not ok:
        problems.append(f"{name}: {detail}")


box, work, env = fresh()
begun = time.time()
status, out, err = pipeline(START, work, env)
whole = time.time() - begun
check("undisturbed", status == 0, err.decode()[-300:])
wanted = facts(work, env)
shutil.rmtree(box)

done = runs = 0
while done < kills and not problems:
    runs += 1
    box, work, env = fresh()
    result = pipeline(START, work, env, rng.uniform(0.05, whole * 0.6))
    for _ in range(60):
        if result is not None and result[0] != 2:
            break
        done += result is None
        nothing = result and (b"no pipeline run" in result[2] or b"no ledger here yet" in result[2])
        if nothing or not os.path.exists(os.path.join(box, "state", "ledger.db")):
            result = pipeline(START, work, env, rng.uniform(0.05, whole * 0.6))
        else:
            limit = rng.uniform(0.05, whole * 0.6) if done < kills * 2 else None
            result = pipeline(["resume"], work, env, limit)
    check(f"run {runs}", result is not None and result[0] == 0, str(result)[-600:])
    if result is None or result[0] != 0:
        break
    check(f"run {runs} facts", facts(work, env) == wanted, "\n".join(facts(work, env)))
    for command in (["replay", "last"], ["ledger", "verify"]):
        again = subprocess.run([assay, *command], cwd=work, env=env, capture_output=True)
        check(f"run {runs} {command[0]}", again.returncode == 0, again.stdout.decode() + again.stderr.decode())
    left = subprocess.run(["git", "worktree", "list"], cwd=work, env=env, capture_output=True).stdout.decode()
    check(f"run {runs} copies", left.count("\n") == 1, left)
    commits = subprocess.run(["git", "log", "--format=%s"], cwd=work, env=env, capture_output=True).stdout.decode()
    check(f"run {runs} commits", commits.count("pipeline complete") == 1, commits)
    shutil.rmtree(box)

for problem in problems:
    print("FAILED", problem)
print(f"{done} kills over {runs} runs")
print(f"{done - len(problems) if not problems else 0} passed, {len(problems)} failed")
sys.exit(1 if problems else 0)
