# A person writes another task into the list while an agent works: it is not lost.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - do: [{write: {path: a.txt, text: "a\n"}}, {quietly: "cat $BOX/more >>specs/demo/tasks.md"}, {say: TASK_COMPLETE}]
A
printf -- '- [ ] 9.9 Mine\n  - **Do**: it\n  - **Files**: `z.txt`\n  - **Done when**: there\n  - **Verify**: `test -s z.txt`\n' >"$BOX/more"
loop
asked=yes
grep -rq '9.9 Mine' specs "$BOX/state" || fail "what the person wrote is gone for good"
