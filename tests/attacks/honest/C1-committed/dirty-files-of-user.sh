# The user has changed and new files of his own; they stay as they are.
. "$ATTACKS/words-loop.sh"
echo x >mine.txt
loop_repo
echo y >>mine.txt; echo z >new.txt
agent <<'E'
calc FIVE && git add calc.sh && git commit -q -m 'fix: five'
E
loop --allow-dirty
passes
[ "$(git status --porcelain | tr -d "\n")" = " M mine.txt?? new.txt" ] || fail "the user's files changed"
