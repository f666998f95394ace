# The same, not committed: it stays, and is not charged.
. "$ATTACKS/words-tasks.sh"
echo readme >README.md
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - match: {attempt: 1}
    do: [{quietly: "kill -9 $(cat $BOX/pid)"}, {sleep: 5}]
  - do: [{write: {path: a.txt, text: "a\n"}}, {say: TASK_COMPLETE}]
A
settings $'isolation: {agents: none}\nloop: {review: false, max_task_iterations: 2}' # it kills its coordinator
repo; git switch -q -c work
assay loop run specs/demo >/dev/null 2>&1 & echo $! >"$BOX/pid"; wait $!
echo mine >>README.md
loop
asked=yes
grep -q mine README.md || fail gone
[ "$status" -eq 0 ] || [ "$status" -eq 4 ] || fail "status $status"
[ "$status" -eq 4 ] && { git commit -qam mine; loop; passes; }
true
