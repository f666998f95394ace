# A request about another task, with an id that is taken.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "grep -q good a.txt"
task 1.2 "Write b" b.txt "grep -q good b.txt"
agent <<'A'
  - match: {task: "1.1"}
    do: [{say: "TASK_MODIFICATION_REQUEST\n```json\n{\"type\": \"SPLIT_TASK\", \"originalTaskId\": \"1.2\", \"reasoning\": \"too large\", \"proposedTasks\": [\"- [ ] 1.2 Part\\n  - **Do**: it\\n  - **Files**: `a.txt`\\n  - **Done when**: there\\n  - **Verify**: `test -d .`\\n  - **Commit**: None\"]}\n```\nTASK_COMPLETE"}]
  - do: [{say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
loop
caught '1.1'
