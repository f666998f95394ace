# SPDX-License-Identifier: MIT
# Words for cases that run a loop: one task, an executor that does what a shell script says and then claims to be done.
# The task: calc.sh prints 5; `sh check.sh` looks whether it does.

# calc FIVE|FOUR: the file as it should be, or broken. For the case itself and for agents, who source it from $BOX/calc.
calc() { if [ "$1" = FIVE ]; then echo 'echo $((2+3))'; else echo 'echo $((2+2))'; fi >calc.sh; }

# agent <<'E' ... E: what the executor does in its working tree.
agent() { { declare -f calc; echo "BOX='$BOX'"; cat; } >"$BOX/agent.sh"; }
# reviewer <<'E' ... E: the same for a reviewer, who then approves.
reviewer() { cat >"$BOX/reviewer.sh"; }

# loop_files: check.sh, the spec, assay.yaml (settings of the section loop may be given) and the agent's scenario.
loop_files() {
  mkdir -p specs/demo
  [ -f check.sh ] || echo 'test "$(sh calc.sh)" = 5' >check.sh
  [ -f calc.sh ] || calc FOUR
  [ -f specs/demo/tasks.md ] || cat >specs/demo/tasks.md <<'T'
- [ ] 1.1 make it five
  - **Do**: make calc.sh print 5
  - **Files**: `calc.sh`
  - **Done when**: it prints 5
  - **Verify**: `sh check.sh`
  - **Commit**: `fix: five`
T
  local review=false
  [ -f "$BOX/reviewer.sh" ] && review=true
  cat >assay.yaml <<Y
version: 1
agents:
  "*": {command: [assay-scripted-agent, "$BOX/agent.yaml"], dialect: claude, env: {BOX: "$BOX"}}
loop: {max_task_iterations: 1, review: $review${1:+, $1}}
Y
  cat >"$BOX/agent.yaml" <<Y
dialect: claude
rules:
  - match: {role: reviewer}
    do: [{quietly: "sh $BOX/reviewer.sh"}, {say: "Looks right.\nREVIEW_PASS"}]
  - do: [{quietly: "bash $BOX/agent.sh >$BOX/agent.log 2>&1"}, {say: "Done.\nTASK_COMPLETE"}]
Y
}

# loop_repo [SETTINGS]: everything in the current folder and what a loop needs, committed, on the branch work.
loop_repo() {
  loop_files "${1:-}"
  git init -q -b main ${FORMAT:+--object-format=$FORMAT} . && git config user.name t && git config user.email t@example.com
  git add -A && git commit -q -m start && git switch -q -c work
}

# loop [ARGUMENTS]: runs the spec. What status says of it counts as said.
loop() {
  assay loop run specs/demo "$@" >"$BOX/out" 2>"$BOX/err"
  status=$?
  assay loop status specs/demo --format json >>"$BOX/err" 2>&1
  [ -f "$BOX/agent.log" ] && sed 's/^/agent: /' "$BOX/agent.log" >>"$BOX/err"
}

# clean_tree: git has nothing to say, and what is committed prints 5.
clean_tree() {
  [ -z "$(git status --porcelain)" ] || { git status --porcelain >&2; fail "the tree is not clean"; }
  [ "$(git show HEAD:calc.sh | sh)" = 5 ] || fail "what is committed does not print 5"
}
