# What an agent says with escapes reaches no terminal.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a" a.txt "test -s a.txt"
agent <<'A'
  - do: [{say: "\e]0;evil\a\e[2J could not complete"}]
A
settings 'loop: {review: false, max_task_iterations: 1}'
loop
asked=yes
assay loop status specs/demo >>"$BOX/out" 2>&1; assay logs last >>"$BOX/out" 2>&1; assay explain last >>"$BOX/out" 2>&1
! grep -qP '\x1b|\x07' "$BOX/out" "$BOX/err" || fail "raw escapes"
