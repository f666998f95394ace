# The broken file is committed, then the good one put back on disk.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
echo '# x' >>calc.sh && git commit -q -am 'fix: five' && calc FIVE
E
loop
caught 'committed something else.*calc.sh'
