# SPDX-License-Identifier: MIT
# A reviewer rewrites the plan that was accepted.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'echo "# Other plan" >"$main/$feature/plan.md"'
pipeline
waits 'plan.md: changed after it was accepted'
