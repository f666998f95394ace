# A file that was tried and put back is no lie.
. "$ATTACKS/words-tasks.sh"
echo b >b.txt
task 1.1 "Write a" "a.txt b.txt" "test -s a.txt"
agent <<'E'
  - do: [{write: {path: a.txt, text: "a\n"}}, {append: {path: b.txt, text: "debug\n"}}, {run: "git checkout -q b.txt"}, {say: TASK_COMPLETE}]
E
loop
passes
