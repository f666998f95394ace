# A gate that fails every other time is told as flaky.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
E
settings "loop: {review: false}
verify: {commands: [{id: moody, command: 'n=\$(cat $BOX/n 2>/dev/null || echo 0); echo \$((n+1)) >$BOX/n; test \$((n % 2)) -eq 0'}]}"
echo 0 >"$BOX/n"
loop
passes
