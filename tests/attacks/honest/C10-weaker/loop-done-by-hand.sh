# The work was done by hand after the spec came in: verified, not done again.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt" "feat: a"
agent <<'E'
  - do: [{say: TASK_COMPLETE}]
E
settings; repo; git switch -q -c work
echo a >a.txt; git add a.txt; git commit -qm 'feat: a'
loop
passes
says "already there"
launches 0
