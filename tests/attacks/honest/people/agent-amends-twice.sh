# The agent commits, looks again, amends, and amends the message.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FOUR; git commit -q --allow-empty -am wip; calc FIVE; git commit -q -a --amend -m 'fix: fiv'; git commit -q --amend -m 'fix: five'
A
loop
passes
clean_tree
