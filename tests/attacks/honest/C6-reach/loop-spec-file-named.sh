# A file of the spec that the task names.
. "$ATTACKS/words-tasks.sh"
mkdir -p specs/demo; echo x >specs/demo/design.md
task 1.1 "Write the design" specs/demo/design.md "grep -q hello specs/demo/design.md"
agent <<'E'
  - do: [{append: {path: specs/demo/design.md, text: "hello\n"}}, {commit: work}, {say: TASK_COMPLETE}]
E
loop
passes
