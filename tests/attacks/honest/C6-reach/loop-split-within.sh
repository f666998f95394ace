# A split whose parts stay within.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a and b" "a.txt b.txt" "test -s b.txt"
agent <<'E'
  - match: {task: "1.1"}
    do: [{say: "TASK_MODIFICATION_REQUEST\n```json\n{\"type\": \"SPLIT_TASK\", \"originalTaskId\": \"1.1\", \"reasoning\": \"too large\", \"proposedTasks\": [\"- [ ] 1.1.1 Part\\n  - **Do**: it\\n  - **Files**: `b.txt`\\n  - **Done when**: there\\n  - **Verify**: `test -s b.txt`\\n  - **Commit**: `feat: part`\"]}\n```\n"}]
  - do: [{write: {path: b.txt, text: "b\n"}}, {commit: "feat: part"}, {say: TASK_COMPLETE}]
E
loop
passes
