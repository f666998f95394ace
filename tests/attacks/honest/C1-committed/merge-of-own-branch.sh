# The agent works on a branch and merges it.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
git switch -q -c tmp && calc FIVE && git commit -q -am 'fix: five' && git switch -q work && git merge -q --no-ff tmp -m merge && git branch -q -d tmp
E
loop
passes
clean_tree
