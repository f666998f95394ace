# Another branch is deleted.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git branch -D main
E
loop
caught 'branch main removed'
