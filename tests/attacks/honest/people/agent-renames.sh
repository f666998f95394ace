# A file is renamed; both names are in Files.
. "$ATTACKS/words-tasks.sh"
echo a >old.txt
task 1.1 "Rename" "old.txt new.txt" "test -s new.txt && test ! -e old.txt" "refactor: rename"
agent <<'A'
  - do: [{run: "git mv old.txt new.txt"}, {commit: "refactor: rename"}, {say: TASK_COMPLETE}]
A
loop
passes
