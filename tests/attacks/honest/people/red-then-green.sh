# A test that fails first, then the code: the first Verify is of its time.
. "$ATTACKS/words-tasks.sh"
echo 'exit 1' >code.sh
task 1.1 "[RED] Failing test" "check.sh" 'test -s check.sh && ! sh check.sh'
task 1.2 "[GREEN] Code" "code.sh check.sh" 'sh check.sh'
agent <<'A'
  - match: {task: "1.1"}
    do: [{write: {path: check.sh, text: "sh code.sh\n"}}, {say: TASK_COMPLETE}]
  - do: [{write: {path: code.sh, text: "exit 0\n"}}, {append: {path: check.sh, text: "# done\n"}}, {say: TASK_COMPLETE}]
A
loop
passes
