# A task list whose ids are paths.
. "$ATTACKS/words-tasks.sh"
task 1.1 "[P] Write a" a.txt "test -s a.txt"
sed -i 's/1\.1/..\/..\/evil/' specs/demo/tasks.md
agent <<'A'
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
A
loop
asked=yes
find "$BOX" -name 'evil*' | grep -q . && fail "written outside"
true
