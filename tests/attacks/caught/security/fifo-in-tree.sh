# A pipe without a writer does not hold up the run.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'; mkfifo .gitattributes specs/demo/.progress-task-0.md
A
loop
caught 'could not be read'
