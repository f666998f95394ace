# Objects come from somewhere else.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
mkdir -p "$BOX/o" && echo "$BOX/o" >.git/objects/info/alternates
E
loop
caught 'alternates added'
