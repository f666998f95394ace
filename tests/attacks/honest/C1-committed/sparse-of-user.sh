# A sparse checkout of the user's own.
. "$ATTACKS/words-loop.sh"
mkdir big && echo x >big/file
loop_repo
git sparse-checkout set --no-cone "/*" "!big/" && test ! -e big
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
