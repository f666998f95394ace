# The project has text=auto.
. "$ATTACKS/words-loop.sh"
echo '* text=auto' >.gitattributes
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
