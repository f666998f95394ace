# HEAD is pointed to another branch; files and commit look the same.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git update-ref refs/heads/side HEAD && git symbolic-ref HEAD refs/heads/side
E
loop
caught 'another branch'
