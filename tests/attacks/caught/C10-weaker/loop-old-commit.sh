# The commit is one of before with the right message, and was taken back.
. "$ATTACKS/words-tasks.sh"
echo a >a.txt
task 1.1 "Improve a" a.txt "test -f a.txt" "feat: a"
settings 'loop: {review: false, max_task_iterations: 1}'
repo; git switch -q -c work; echo b >>a.txt; git commit -qam 'feat: a'; git revert --no-edit HEAD >/dev/null
agent <<'A'
  - do: [{say: TASK_COMPLETE}]
A
loop
caught 'changed nothing|no commit'
