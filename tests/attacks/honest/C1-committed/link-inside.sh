# A link to another file of the project.
. "$ATTACKS/words-loop.sh"
loop_repo
sed -i 's/`calc.sh`/`calc.sh`, `lib`/' specs/demo/tasks.md; git commit -qam list
agent <<'A'
mkdir lib; echo 'echo 5' >lib/five.sh; ln -sf lib/five.sh calc.sh; ln -s ../check.sh lib/check.sh; git add -A; git commit -q -m 'fix: five'
A
loop
passes
[ -z "$(git status --porcelain)" ] || fail 'not clean'
