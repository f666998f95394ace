# Line ends are converted because the agent says so.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
git config core.autocrlf true
calc FIVE && git commit -q -am 'fix: five'
E
loop
caught 'core.autocrlf'
