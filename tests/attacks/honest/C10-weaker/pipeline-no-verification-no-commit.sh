# SPDX-License-Identifier: MIT
# A definition that neither works on tasks nor commits needs no verification.
. "$ATTACKS/words-pipeline.sh"
shop
printf 'version: 1\nname: think\ndescription: thinks\nsteps:\n  - {id: setup, title: Setup, kind: prepare}\n  - {id: plan, title: Plan, kind: agents, role: planner, inputs: [request], outputs: {plan-output.yaml: plan, plan.md: text, tasks/: task}}\n' >think.yaml; save
assay pipeline check think.yaml >"$BOX/out" 2>"$BOX/err"; status=$?
passes
