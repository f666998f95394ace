# A run whose work breaks a gate, started again: what passed at first is no failure from before.
. "$ATTACKS/words-tasks.sh"
echo ok >state
task 1.1 "Write a" "a.txt state" "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {write: {path: state, text: "bad\n"}}, {say: TASK_COMPLETE}]
E
settings 'loop: {review: false}
verify: {commands: [{id: sound, command: "grep -q ok state"}]}'
loop
[ "$status" -eq 1 ] || fail "the first run: $status"
loop
caught "sound|gates"
