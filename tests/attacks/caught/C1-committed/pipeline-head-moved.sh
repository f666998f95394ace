# SPDX-License-Identifier: MIT
# A reviewer commits in the workspace: what was verified would continue a commit nobody looked at.
. "$ATTACKS/words-pipeline.sh"
shop
also reviewer <<<'git -C "$main" -c user.name=t -c user.email=t@example.com commit -q --allow-empty -m evil'
pipeline
[ "$(git log -1 --format=%s)" = evil ] || fail "something was committed on top"
caught 'nothing was committed|moved|tampered'
