# The task asks for no commit: assay commits what was left.
. "$ATTACKS/words-loop.sh"
loop_files
sed -i '/Commit/d' specs/demo/tasks.md
loop_repo
agent <<'E'
calc FIVE
E
loop
passes
clean_tree
