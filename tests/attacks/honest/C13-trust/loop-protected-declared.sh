# A task that declares the protected file may change it, and that is told.
. "$ATTACKS/words-loop.sh"
echo 'strict' >tool.cfg
loop_files
printf 'verify: {commands: [{id: unit, command: sh check.sh}], protected: ["*.cfg"]}\n' >>assay.yaml
sed -i 's/  - \*\*Files\*\*: .*/  - **Files**: `calc.sh`, `tool.cfg`/' specs/demo/tasks.md
git init -q -b main . && git add -A && git commit -q -m start && git switch -q -c work
agent <<'A'
calc FIVE; echo other >tool.cfg; git commit -q -am 'fix: five'
A
loop
passes
says 'protected_changed'
says 'tool.cfg'
