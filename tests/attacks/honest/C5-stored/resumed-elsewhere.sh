# The state directory has trees of earlier runs.
. "$ATTACKS/words-loop.sh"
loop_repo
assay verify --dry-run >/dev/null 2>&1; mkdir -p "$BOX/state/blobs" && echo junk >"$BOX/state/blobs/tree-0000"
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
