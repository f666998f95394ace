# A repository whose objects have SHA-256 names.
. "$ATTACKS/words-loop.sh"
FORMAT=sha256
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
