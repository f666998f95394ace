# The .git folder is moved away and a file leads there.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'; mv .git "$BOX/moved.git"; echo "gitdir: $BOX/moved.git" >.git
A
loop
caught 'git'
