# SPDX-License-Identifier: MIT
# A filter would store something else than the file that was verified.
. "$ATTACKS/words-pipeline.sh"
shop
also implementer <<<'mkdir -p "$main/.git/info"; echo "shipping.py filter=swap" >"$main/.git/info/attributes"; git -C "$main" config filter.swap.clean "touch $HOME/ran; echo broken"'
pipeline
[ ! -e "$HOME/ran" ] || fail "the filter was run"
not_committed
caught 'tampered with the repository'
