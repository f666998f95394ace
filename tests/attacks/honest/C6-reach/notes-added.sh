# The agent adds a note to the notes that are there.
. "$ATTACKS/words-loop.sh"
loop_repo
git notes add -m reviewed HEAD
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'; git notes add -m mine HEAD
A
loop
passes
