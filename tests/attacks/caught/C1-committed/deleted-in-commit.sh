# The commit deletes the file, the disk has it.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
git rm -q --cached calc.sh && git commit -q -m 'fix: five' && calc FIVE
E
loop
caught 'committed something else.*calc.sh'
