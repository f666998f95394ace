# SPDX-License-Identifier: MIT
# Another branch is checked out before the commit.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'git -C "$main" symbolic-ref HEAD refs/heads/evil; git -C "$main" update-ref refs/heads/evil refs/heads/main'
pipeline
not_committed
caught 'nothing was committed|tampered|branch'
