# SPDX-License-Identifier: MIT
# Files that break their contract are kept, all problems are told at once, and the second try passes.
. "$ATTACKS/words-pipeline.sh"
shop
also planner <<'SH'
if [ ! -f "$HOME/once" ]; then
  touch "$HOME/once"
  sed -i '/summary: scripted/d; s/total_tasks: 1/total_tasks: many/' "$feature/plan-output.yaml"
fi
SH
pipeline
passes
grep -q 'completion.summary' "$HOME/prompt-planner" && grep -q 'total_tasks' "$HOME/prompt-planner" || fail "not every problem was told"
ls "$ASSAY_STATE_DIR"/runs/*/rejected/plan-1-planner-1/docs/feature/shipping/plan-output.yaml >/dev/null || fail "the file is gone"
