# An agent aborts the run, or approves a gate, by calling assay.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/approval: autonomous/approval: interactive/; s/definition: quick/definition: ask.yaml/' assay.yaml
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
  - id: ask
    title: Ask
    kind: approval
    gate_id: gate-ask
    question: Go on?
    context: "{tasks}"
    options:
      - {id: go, label: Go, description: Go on., default: true}
      - {id: quit, label: Quit, description: Stop.}
    on: {go: implement, quit: abort}
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
    on: {revise: {to: implement, loop: repair, mode: revise, tasks: failed}}
  - {id: commit, title: Commit, kind: commit, message: "feat: x"}
Y
save
also planner <<<'assay -C "$main" pipeline approve $ASSAY_RUN_ID gate-ask go >"$HOME/approved" 2>&1'
pipeline --definition ask.yaml --approval interactive
waits 'gate-ask'
