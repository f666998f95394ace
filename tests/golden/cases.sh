# SPDX-License-Identifier: MIT
# What the golden ledgers hold; run by tests/golden/make with the binary of a release on PATH.
root=$GOLDEN
new() { # NAME: a fresh workspace with a state directory beside it
  mkdir -p "$root/$1/work" "$root/$1/state" && cd "$root/$1/work" || exit 1
  export ASSAY_STATE_DIR="$root/$1/state"
}
kill_when() { # FILE COMMAND...: kills the coordinator as soon as FILE is there
  local file=$1
  shift
  "$@" >/dev/null 2>&1 &
  local pid=$!
  while [ ! -e "$file" ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
  kill -9 $pid
  wait $pid 2>/dev/null
}
interrupt_when() { # FILE COMMAND...: stops it as Ctrl-C would as soon as FILE is there
  local file=$1
  shift
  "$@" >/dev/null 2>&1 &
  local pid=$!
  while [ ! -e "$file" ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
  kill -INT $pid
  wait $pid
}

# --- verify: every end of a run, every kind of evidence
new verify
git init -q -b main . && git commit -q --allow-empty -m start
unit='{"id": "unit", "command": "python3 -m unittest -v", "gate_type": "test", "stage": 1}'
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n    def test_b(self): pass\n' >test_t.py
assay verify --manifest - --run-id passed <<<"{\"commands\": [{\"id\": \"build\", \"command\": \"test -f test_t.py\", \"gate_type\": \"build\", \"mutates_workspace\": true}, $unit]}"
assay verify --manifest - --run-id failed <<<'{"commands": [{"id": "no", "command": "echo expected 4, got 5; exit 1"}, {"id": "optional", "command": "exit 2", "required": false}]}'
assay verify --manifest - --run-id void <<<'{"commands": [{"id": "masked", "command": "ls missing || true"}, {"id": "constant", "command": "true"}, {"id": "detached", "command": "sleep 9 & true"}, {"id": "zero", "command": "echo nothing", "gate_type": "test"}, {"id": "redtest", "command": "echo broken; exit 1", "gate_type": "test"}]}'
assay verify --manifest - --run-id flaky <<<'{"commands": [{"id": "flaky", "command": "test -f twice || { touch twice; echo Connection reset by peer; exit 1; }"}, {"id": "slow", "command": "sleep 30", "timeout_seconds": 1}, {"id": "signal", "command": "kill -SEGV $$", "parallel_safe": true}]}'
cat >report.sh <<'S'
mkdir -p out && printf '<testsuite tests="3" failures="0" skipped="1"><testcase name="a"/><testcase name="b"/><testcase name="c"><skipped/></testcase></testsuite>' >out/junit.xml
S
assay verify --manifest - --run-id report <<<'{"commands": [{"id": "report", "command": "bash report.sh", "gate_type": "test", "report": "out/junit.xml"}]}'
printf 'version: 1\nverify:\n  stop_after_failed_stage: true\n  commands:\n    - {id: first, command: "exit 1"}\n    - {id: second, command: "test -f x", stage: 1}\n' >assay.yaml
assay verify --run-id skipped
echo '{"commands": [{"id": "quick", "command": "test -f test_t.py"}, {"id": "killed", "command": "test -f started && exit 0; touch started; sleep 30"}]}' >m.json
kill_when started assay verify --manifest m.json --run-id resumed
assay verify --resume resumed
echo '{"commands": [{"id": "killed", "command": "touch crashed; sleep 30"}]}' >m.json
kill_when crashed assay verify --manifest m.json --run-id crashed
echo '{"commands": [{"id": "long", "command": "touch going; sleep 30"}, {"id": "never", "command": "test -f x"}]}' >m.json
interrupt_when going assay verify --manifest m.json --run-id cancelled

# --- agent: completed, refused, failed, parked and resumed, cancelled, lost
new agent
cat >$root/agent/agent.yaml <<'Y'
dialect: claude
rules:
  - match: {CASE: done}
    do: [{write: {path: a.txt, text: "a\n"}}, {run: "test -s a.txt"}, {usage: {input: 100, output: 20, micro_usd: 1000}}, {say: "Done.\nTASK_COMPLETE"}]
  - match: {CASE: liar}
    do: [{claim_run: {command: make test, exit_code: 0}}, {claim_edit: b.txt}, {say: "All tests pass.\nTASK_COMPLETE"}]
  - match: {CASE: denied}
    do: [{deny: rm -rf x}, {say: I could not}]
  - match: {CASE: quota, attempt: 1}
    do: [{end: {as: quota, why: "1"}}]
  - match: {CASE: broken}
    do: [{print: "not json"}, {no_end: true}, {exit: 3}]
  - match: {CASE: hang, attempt: 1}
    do: [{quietly: "touch hanging"}, {hang: true}]
  - do: [{write: {path: c.txt, text: "c\n"}}, {say: "Done.\nTASK_COMPLETE"}]
Y
git init -q -b main . && git commit -q --allow-empty -m start
for case in done liar denied quota broken; do
  printf 'version: 1\nagents:\n  dev: {command: [assay-scripted-agent, %s/agent/agent.yaml], dialect: claude, env: {CASE: %s}}\n' "$root" "$case" >assay.yaml
  echo "Do it ($case)." | assay agent run dev
done
sed -i 's/CASE: broken/CASE: quota/' assay.yaml && sleep 1
assay agent run --resume "$(assay runs --format json | python3 -c 'import json,sys; r=json.load(sys.stdin); r=r.get("runs", r) if isinstance(r, dict) else r; print([x["run_id"] for x in r][1])')"
sed -i 's/CASE: quota/CASE: hang/' assay.yaml
echo "Hang." >prompt; kill_when hanging assay agent run dev --prompt prompt
rm -f hanging
interrupt_when hanging assay agent run dev --prompt prompt

# --- goals: gaps, passed, a judge
new goals
mkdir -p phase/.task src
printf 'int add(int a, int b);\n' >src/add.h
printf 'version: 1\nagents:\n  judge: {command: [assay-scripted-agent, %s/goals/judge.yaml], dialect: claude}\n' "$root" >assay.yaml
printf 'dialect: claude\nrules:\n  - do: [{say: "EVIDENCE: src/add.h:1 | int add\\nVERIFICATION_PASS"}]\n' >$root/goals/judge.yaml
cat >phase/.task/IMPL-001.json <<'J'
{"id": "IMPL-001", "title": "Add", "description": "x", "depends_on": [], "files": [{"path": "src/add.h", "action": "create"}],
 "convergence": {"criteria": ["src/add.h declares `add`", "src/sub.h exists", {"type": "pattern", "pattern": "int add", "paths": ["src/"]}, {"type": "semantic", "text": "adding is commutative"}], "verification": "test -s src/add.h"}}
J
printf -- '---\ntask: IMPL-001\n---\nok\n' >phase/summary-IMPL-001.md
git init -q -b main . && git add -A && git commit -qm start
assay goals check phase
assay goals check phase --judge judge
sed -i 's/"src\/sub.h exists", //' phase/.task/IMPL-001.json && git commit -qam fewer
assay goals check phase --judge judge --round 2

# --- loop: complete, a liar who is exhausted, parked by Ctrl-C and gone on with, killed and gone on with
new loop
. "$here/../e2e/loop.sh"
export BOX=$root/loop
cat >$root/loop/agent.yaml <<Y
dialect: claude
rules:
  - match: {role: reviewer}
    do: [{say: "Fine.\nREVIEW_PASS"}]
  - match: {task: "1.1", attempt: 1}
    do: [{say: "Done.\nTASK_COMPLETE"}]
  - match: {task: "1.1"}
    do: [{write: {path: a.txt, text: "hello\n"}}, {commit: "feat: a"}, {say: "Done.\nTASK_COMPLETE"}]
  - match: {task: "1.2"}
    do: [{quietly: "test -e $root/loop/slow || { touch $root/loop/slow; sleep 30; }"}, {write: {path: b.txt, text: "b\n"}}, {commit: "feat: b"}, {say: "Done.\nTASK_COMPLETE"}]
  - do: [{say: "Done.\nTASK_COMPLETE"}]
Y
list() { printf '# Tasks: demo\n\n## Phase 1\n\n'; task 1.1 "Write a" a.txt "grep -q hello a.txt" "feat: a"; task 1.2 "Write b" b.txt "test -s b.txt" "feat: b"; }
touch $root/loop/slow
list | workspace
assay loop run specs/demo
again() { cd "$root/loop" && rm -rf work && mkdir work && cd work && list | workspace; }
again && assay loop run specs/demo --max-task-iterations 1
again && rm -f $root/loop/slow && kill_when $root/loop/slow assay loop run specs/demo
assay loop run specs/demo
again && rm -f $root/loop/slow && interrupt_when $root/loop/slow assay loop run specs/demo
unset BOX

# --- pipeline: done, parked for a person and answered, a reviewer's blocker, killed and resumed
new pipeline
bash "$here/../../examples/pipeline/shop"
cp "$here/../../examples/pipeline/agent" $root/pipeline/agent
sed -i "s#command: \[.*agent\"\]#command: [\"$root/pipeline/agent\"]#" assay.yaml && git commit -qam "Agents of this case"
git tag base
assay pipeline start --request request.md --slug shipping --approval autonomous
again() { git reset -q --hard base && git clean -qfdx; }
again; assay pipeline start --request request.md --slug shipping --definition quick --approval interactive </dev/null
run=$(assay pipeline status last --format json | python3 -c 'import json,sys; r=json.load(sys.stdin); print(r["run_id"], r["waiting_for"])')
set -- $run
[ "$2" = None ] || { assay pipeline approve "$1" "$2" approve --comment "go on"; assay pipeline resume "$1" </dev/null; }
again; printf 'case $ASSAY_ROLE in implementer) touch %s/pipeline/working; sleep 2 ;; esac\n' $root >$root/pipeline/slow
sed -i "2i . $root/pipeline/slow" $root/pipeline/agent
kill_when $root/pipeline/working assay pipeline start --request request.md --slug shipping --definition quick --approval autonomous
: >$root/pipeline/slow
assay pipeline resume last </dev/null
again; printf 'case $ASSAY_ROLE in designer) cat >/dev/null; echo DONE; exit 0 ;; esac\n' >$root/pipeline/slow
assay pipeline start --request request.md --slug shipping --approval autonomous
true
