# A reviewer looks at everything with git.
. "$ATTACKS/words-loop.sh"
reviewer <<'E'
git status; git log -p; git diff main; git stash list
E
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
