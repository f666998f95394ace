# What the repository was set up like is rewritten in the state directory.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE; git commit -q -am 'fix: five'; git branch -f main HEAD
for file in "$BOX"/state/blobs/text-*; do
  sed -i "s/$(git rev-parse HEAD~1)/$(git rev-parse HEAD)/g" "$file"
done
E
loop
caught 'was not kept|branch main'
