# SPDX-License-Identifier: MIT
# A file slipped into the feature folder is not committed; the work is.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'echo slipped >"$main/$feature/approval.md"; echo slipped >"$feature/verdict.md"'
pipeline
passes
left_out docs/feature/shipping/approval.md docs/feature/shipping/verdict.md
committed shipping.py docs/feature/shipping/plan-output.yaml
