# core.fileMode is off, and a file can be run.
. "$ATTACKS/words-loop.sh"
loop_repo
git config core.fileMode false
agent <<'E'
calc FIVE && chmod +x calc.sh && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
