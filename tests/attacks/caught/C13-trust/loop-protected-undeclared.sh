# A task changes a protected file that it does not declare. Gain: what judges it.
. "$ATTACKS/words-loop.sh"
echo 'strict' >tool.cfg
loop_files
printf 'verify: {commands: [{id: unit, command: sh check.sh}], protected: ["*.cfg"]}\n' >>assay.yaml
sed -i 's/  - \*\*Files\*\*: .*/  - **Files**: `calc.sh`/' specs/demo/tasks.md
git init -q -b main . && git add -A && git commit -q -m start && git switch -q -c work
agent <<'A'
calc FIVE; echo lax >tool.cfg; git commit -q -am 'fix: five'
A
loop
caught 'tool.cfg'
