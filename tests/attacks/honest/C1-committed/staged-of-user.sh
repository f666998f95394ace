# The user has something staged.
. "$ATTACKS/words-loop.sh"
echo x >mine.txt
loop_repo
echo y >>mine.txt; git add mine.txt
agent <<'E'
calc FIVE && git commit -q -m 'fix: five' -- calc.sh
E
loop --allow-dirty
passes
[ "$(git status --porcelain)" = "M  mine.txt" ] || fail "what was staged is not any more"
