# The same without any Verify: the gates of the workspace stand in, and are green.
. "$ATTACKS/words-tasks.sh"
echo hello >old.txt
printf -- '- [ ] T001 Do the work\n- [ ] T002 Do more\n' >tasks; mkdir -p specs/demo; mv tasks specs/demo/tasks.md
agent <<'E'
  - do: [{say: "TASK_COMPLETE"}]
E
settings 'loop: {review: false, max_task_iterations: 2}
verify: {commands: [{id: there, command: "test -s old.txt"}]}'
loop
caught "changed nothing"
