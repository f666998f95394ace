# SPDX-License-Identifier: MIT
# Words for pipelines: a small shop with two gates, agents that play every role honestly and at once, and ways to make one of
# them do something else.
export PYTHONDONTWRITEBYTECODE=1

# shop: cart.py with three tests, gates `syntax` and `unit`, one agent for every role; committed.
shop() {
  mkdir -p tests
  printf 'def total(prices, discount=0):\n    return sum(prices) * (100 - discount) // 100\n' >cart.py
  cat >tests/test_cart.py <<'PY'
import unittest
from cart import total

class Cart(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(total([]), 0)

    def test_sum(self):
        self.assertEqual(total([2, 3]), 5)

    def test_discount(self):
        self.assertEqual(total([100], discount=10), 90)
PY
  touch tests/__init__.py
  printf '__pycache__/\n' >.gitignore
  gates 'syntax: python3 -m compileall -q cart.py tests [build]' 'unit: python3 -m unittest discover -s tests -t . -v [test]'
  echo "Orders of 50 and more ship for nothing, others for 5." >request.md
  echo "task-01 shipping.py tests/test_shipping.py" >"$HOME/plan"
  repo
  agent_program >"$HOME/agent"
  chmod +x "$HOME/agent"
}
# gates 'ID: COMMAND [TYPE, KEYS]'...: writes assay.yaml with these and one agent for every role.
gates() {
  {
    printf 'version: 1\nverify:\n  commands:\n'
    local line keys
    for line in "$@"; do
      keys=${line##* [}
      keys=${keys%]}
      line=${line% [*}
      printf '    - {id: %s, command: "%s", gate_type: %s}\n' "${line%%: *}" "${line#*: }" "$keys"
    done
    printf 'agents:\n  "*": {command: ["%s/agent"], dialect: text}\npipeline: {definition: quick, approval: autonomous, concurrency: 2}\n' "$HOME"
  } >assay.yaml
}
# strict: strict.yaml is `quick` with the gate of `feature`, which asks that tests notice the change.
strict() {
  assay pipeline show quick | sed 's/^name: quick/name: strict/; s/^    kind: verify/&\n    gate:\n      - {evidence: baseline_recorded, else: failed}\n      - {evidence: required_checks_passed, else: revise}\n      - {evidence: no_regressions, else: revise}\n      - {evidence: change_proved, else: revise}/' >strict.yaml
  save
}
save() { git add -A && git commit -qm "${1:-more}"; }
# plan 'ID FILE...' ...: the tasks of the planner.
plan() { printf '%s\n' "$@" >"$HOME/plan"; }
# works TASK: what its implementer does, from standard input; at once and in every round.
works() { cat >"$HOME/work-$1"; }
# reports TASK 'PATH ACTION'...: what it says that it changed.
reports() { local task=$1; shift; printf '%s\n' "$@" >"$HOME/report-$task"; }
# also ROLE: what every agent of a role does beside, from standard input. main is the workspace itself.
also() { cat >"$HOME/also-$1"; }

agent_program() {
  cat <<'SH'
#!/usr/bin/env bash
set -uo pipefail
cat >"$HOME/prompt-$ASSAY_ROLE"
feature=$ASSAY_FEATURE_DIR
main=$(git worktree list --porcelain | sed -n '1s/worktree //p')
header() {
  printf 'agent_output:\n  agent: %s\n  instance: %s\n  step: "%s"\n' "$ASSAY_ROLE" "$ASSAY_INSTANCE" "$ASSAY_STEP"
  printf '  started_at: "2026-01-01T00:00:00Z"\n  completed_at: "2026-01-01T00:00:01Z"\n  schema_version: "1.0"\n  payload:\n'
  sed 's/^/    /'
}
completion() {
  printf 'completion:\n  status: DONE\n  summary: scripted %s\n  severity: null\n  findings_count: 0\n  risk_level: green\n  output_paths: [%s]\n' "$ASSAY_ROLE" "$1"
}
put() { mkdir -p "$(dirname "$feature/$1")" && cat >"$feature/$1"; }
case $ASSAY_ROLE in
planner)
  ids=$(cut -d' ' -f1 "$HOME/plan" | paste -sd, | sed 's/,/, /g')
  {
    {
      printf 'overall_risk_summary: green\ntotal_tasks: %s\nwaves:\n  - {id: wave-1, tasks: [%s], max_concurrent: 2}\ntasks:\n' "$(wc -l <"$HOME/plan")" "$ids"
      while read -r id _; do printf '  - {id: %s, title: %s, size: Standard, risk: green, depends_on: [], agent: implementer}\n' "$id" "$id"; done <"$HOME/plan"
    } | header
    completion plan-output.yaml
  } | put plan-output.yaml
  while read -r id files; do
    {
      printf 'task:\n  id: %s\n  title: %s\n  description: do it\n  agent: implementer\n  size: Standard\n  risk: green\n  depends_on: []\n' "$id" "$id"
      printf '  acceptance_criteria: [the tests pass]\n  relevant_context:\n    design_sections: [none]\n    spec_requirements: [FR-1]\n    files_to_modify:'
      [ -z "$files" ] && printf ' []'
      printf '\n'
      for path in $files; do printf '      - {path: %s, risk: green}\n' "$path"; done
    } | put "tasks/$id.yaml"
  done <"$HOME/plan"
  echo "# Plan" | put plan.md
  ;;
implementer)
  files=$(sed -n "s/^$ASSAY_TASK_ID //p" "$HOME/plan")
  if [ -f "$HOME/work-$ASSAY_TASK_ID" ]; then
    . "$HOME/work-$ASSAY_TASK_ID"
  else
    for path in $files; do
      case $path in
      tests/*) printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n\n    def test_fee(self):\n        self.assertEqual(shipping(49), 5)\n' >"$path" ;;
      *.py) printf 'def shipping(total):\n    return 0 if total >= 50 else 5\n' >"$path" ;;
      *) mkdir -p "$(dirname "$path")" && echo "# Shipping $ASSAY_ROUND" >"$path" ;;
      esac
    done
  fi
  [ -f "$HOME/report-$ASSAY_TASK_ID" ] || for path in $files; do echo "$path created"; done >"$HOME/report-of"
  [ -f "$HOME/report-$ASSAY_TASK_ID" ] && cp "$HOME/report-$ASSAY_TASK_ID" "$HOME/report-of"
  {
    {
      printf 'task_id: %s\ntask_type: %s\n' "$ASSAY_TASK_ID" "$(cat "$HOME/type-$ASSAY_TASK_ID" 2>/dev/null || echo code)"
      printf 'baseline: {ide_diagnostics: {errors: 0, warnings: 0}, build_exit_code: 0, test_summary: {total: 3, passed: 3, failed: 0}}\nchanges:\n'
      while read -r path action; do printf '  - {path: %s, action: %s, description: as planned}\n' "$path" "$action"; done <"$HOME/report-of"
      printf 'self_check: {ide_diagnostics: {errors: 0, warnings: 0}, build_exit_code: 0, test_summary: {total: 5, passed: 5, failed: 0}, self_fix_attempts: 0, git_staged: false}\nverification_entries: []\n'
    } | header
    completion "implementation-reports/$ASSAY_TASK_ID.yaml"
  } | put "implementation-reports/$ASSAY_TASK_ID.yaml"
  ;;
reviewer)
  focus=${ASSAY_INSTANCE#reviewer-}
  printf 'reviewer_model: scripted\nreview_focus: %s\nscope: code\nverdict: approve\nfindings_count: {blocker: 0, critical: 0, major: 0, minor: 0}\nsummary: fine\n' "$focus" | put "review-verdicts/code-$focus.yaml"
  printf '# %s\n\nfine\n' "$focus" | put "review-findings/code-$focus.md"
  ;;
esac
[ -f "$HOME/also-$ASSAY_ROLE" ] && . "$HOME/also-$ASSAY_ROLE"
echo "done"
SH
}

# pipeline [ARGUMENTS]: starts one; resume_it goes on with the last. What `status` says of it is in $BOX/err too.
pipeline() {
  before=$(git rev-parse HEAD)
  assay pipeline start --request request.md --slug shipping --format json "$@" >"$BOX/out" 2>"$BOX/err"
  status=$?
  assay pipeline status last >>"$BOX/err" 2>/dev/null
}
resume_it() {
  assay pipeline resume --format json "$@" >"$BOX/out" 2>"$BOX/err"
  status=$?
  assay pipeline status last >>"$BOX/err" 2>/dev/null
}
# not_committed: nothing was added to the history since the pipeline was started.
not_committed() { [ "$(git rev-parse HEAD)" = "$before" ] || fail "something was committed"; }
# waits WHY: the run waits for a person (exit 4), for that reason, and nothing was committed.
waits() {
  asked=yes
  [ "$status" -eq 4 ] || fail "status $status, wanted 4"
  grep -qiE -- "$1" "$BOX/out" "$BOX/err" || fail "waits, but not because of: $1"
  not_committed
}
# parks WHY: the run waits for something to be mended (exit 5), for that reason.
parks() {
  asked=yes
  [ "$status" -eq 5 ] || fail "status $status, wanted 5"
  grep -qiE -- "$1" "$BOX/out" "$BOX/err" || fail "parks, but not because of: $1"
  not_committed
}
# committed PATH...: the last commit has them.
committed() { local path; for path in "$@"; do git cat-file -e "HEAD:$path" 2>/dev/null || fail "$path is not in the commit"; done; }
left_out() { local path; for path in "$@"; do ! git cat-file -e "HEAD:$path" 2>/dev/null || fail "$path is in the commit"; done; }
# no_agent: nobody was asked anything.
no_agent() { ! ls "$HOME"/prompt-* >/dev/null 2>&1 || fail "an agent was started"; }
