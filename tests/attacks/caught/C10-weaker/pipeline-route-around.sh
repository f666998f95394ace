# A definition whose verify step leads on to the commit when it fails.
. "$ATTACKS/words-pipeline.sh"
shop
assay pipeline show quick >own.yaml
python3 - <<'P'
import re
t=open('own.yaml').read()
open('own.yaml','w').write(t)
P
cat >ask.yaml <<'Y'
version: 1
name: ask
description: asks
loops: {repair: 1}
steps:
  - {id: setup, title: Setup, kind: prepare}
  - id: plan
    title: Plan
    kind: agents
    role: planner
    inputs: [request]
    outputs: {plan-output.yaml: plan, plan.md: text, tasks/: task}
  - id: implement
    title: Implement
    kind: tasks
    role: implementer
    plan: plan-output.yaml
    task_files: tasks/
    inputs: [request, "tasks/{task}.yaml"]
    outputs: {"implementation-reports/{task}.yaml": implementation_report}
  - id: verify
    title: Verify
    kind: verify
    plan: plan-output.yaml
    task_files: tasks/
    blocking: false
    on: {revise: commit, failed: commit}
  - {id: commit, title: Commit, kind: commit, message: "feat: x", confidence: low}
Y
save
works task-01 <<'W'
printf 'def shipping(total):\n    return 7\n' >shipping.py
printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n' >tests/test_shipping.py
W
pipeline --definition ask.yaml
asked=yes
[ "$status" -ne 0 ] || fail "got a PASS"
not_committed
