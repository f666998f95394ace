# A gate whose program is not there: no agent is paid.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: "TASK_COMPLETE"}]
E
settings 'loop: {review: false}
verify: {commands: [{id: unit, command: "nosuchprogram test", gate_type: test}]}'
loop
caught "prove nothing before the first agent"
launches 0
