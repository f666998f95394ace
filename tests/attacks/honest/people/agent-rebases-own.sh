# The agent makes three commits and squashes them.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
start=$(git rev-parse HEAD); for i in 1 2 3; do echo "# $i" >>calc.sh; git commit -q -am "wip $i"; done; calc FIVE; git reset -q --soft $start; git commit -q -am 'fix: five'
A
loop
passes
clean_tree
