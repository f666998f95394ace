# .git/info leads out of the repository: nothing is written there.
. "$ATTACKS/words-loop.sh"
loop_repo
rm -rf .git/info && mkdir "$BOX/outside" && ln -s "$BOX/outside" .git/info
agent <<'E'
calc FOUR
E
loop
[ -z "$(ls -A "$BOX/outside")" ] || fail "something was written behind the link"
caught 'no commit|Verify'
