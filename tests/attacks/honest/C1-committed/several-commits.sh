# The first of two commits is broken, the last is not.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
echo '# x' >>calc.sh && git commit -q -am 'wip' && calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
