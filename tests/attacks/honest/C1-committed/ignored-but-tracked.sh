# The file of the task is tracked although a rule ignores it.
. "$ATTACKS/words-loop.sh"
loop_files
echo 'calc.*' >.gitignore
git init -q -b main . && git add -f calc.sh
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
E
loop
passes
clean_tree
