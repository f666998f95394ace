# The agent corrects a commit of its own.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
echo '# x' >>calc.sh && git commit -q -am 'wip' && calc FIVE && git commit -q -a --amend -m 'fix: five'
E
loop
passes
clean_tree
