# The folder of hooks becomes a link.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
rm -rf .git/hooks && ln -s "$BOX" .git/hooks
E
loop
caught 'folder of hooks'
