# A gate that runs no tests at the start.
. "$ATTACKS/words-tasks.sh"
mkdir t; touch t/__init__.py
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: "TASK_COMPLETE"}]
E
settings 'loop: {review: false}
verify: {commands: [{id: unit, command: "python3 -m unittest discover -s t", gate_type: test}]}'
loop
caught "prove nothing before the first agent|no test"
launches 0
