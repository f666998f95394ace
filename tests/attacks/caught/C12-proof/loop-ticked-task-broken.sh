# A task that was ticked before the run is broken by one of the run.
. "$ATTACKS/words-tasks.sh"
echo one >a.txt; echo 'grep -q one a.txt' >helper.sh
TICK=x task 1.1 "Write a" a.txt "sh helper.sh"
task 1.2 "Write b" "b.txt helper.sh" "grep -q two b.txt"
agent <<'A'
  - do: [{write: {path: b.txt, text: "two\n"}}, {write: {path: helper.sh, text: "grep -q three a.txt\n"}}, {say: TASK_COMPLETE}]
A
loop
caught '1.1 was done and does not hold'
