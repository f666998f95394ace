# The ref is named once for all commands; a tag works, too.
. "$ATTACKS/words-trust.sh"
cloned
git tag trusted && five && commit
ASSAY_GATES_FROM=trusted verify
passes 1
grep -q '"gates_from"' "$BOX/out" || fail "the commit is not named"
