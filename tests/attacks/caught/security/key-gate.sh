# An agent leaves its key in a file, and a gate prints it.
. "$ATTACKS/words-agent.sh"
repo
echo "$secret" > notes.txt
gate look 'cat notes.txt; exit 1'
verify --run-id one
caught .
leaks_nowhere "$secret"
is_masked
