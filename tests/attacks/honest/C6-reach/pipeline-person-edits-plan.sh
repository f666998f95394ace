# SPDX-License-Identifier: MIT
# A person edits an accepted document; told, and after going on not committed.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'echo "- by hand" >>"$main/$feature/plan.md"'
pipeline
[ "$status" -eq 4 ] || fail "status $status, wanted 4"
resume_it
passes
grep -q "by hand" docs/feature/shipping/plan.md || fail "the edit was undone"
! git show HEAD:docs/feature/shipping/plan.md | grep -q "by hand" || fail "the edit was committed"
