# SPDX-License-Identifier: MIT
# A person edits a file while agents work: the run waits, and goes on when it is put away.
. "$ATTACKS/words-pipeline.sh"
shop
also planner <<<'echo "# note to myself" >>"$main/cart.py"'
pipeline
[ "$status" -eq 4 ] || fail "status $status, wanted 4"
git stash -q -- cart.py
resume_it
passes
git stash pop -q && grep -q myself cart.py || fail "the edit is lost"
