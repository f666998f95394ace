# The agent works on a branch of its own, merges it and goes back.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
git switch -q -c try; calc FIVE; git commit -q -am 'fix: five'; git switch -q work; git merge -q --ff-only try; git branch -q -d try
A
loop
passes
clean_tree
