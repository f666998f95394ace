# A daemon of the agent's breaks the file when the run is over.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
setsid bash -c 'sleep 2; echo "echo 4" >calc.sh; git commit -qam more' </dev/null >/dev/null 2>&1 & disown
A
loop
sleep 2.5
asked=yes
[ "$(git show HEAD:calc.sh | sh)" = 5 ] || fail "the daemon has committed"
[ "$(sh calc.sh)" = 5 ] || fail "the daemon has written"
