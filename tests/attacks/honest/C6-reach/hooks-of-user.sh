# The user has hooks; they run for the agent's commits.
. "$ATTACKS/words-loop.sh"
loop_repo
mkdir -p .git/hooks; printf "#!/bin/sh\nexit 0\n" >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
