# The same of a task that names no files at all: a new protected file. Gain: a setting nobody asked for.
. "$ATTACKS/words-loop.sh"
loop_files
printf 'verify: {commands: [{id: unit, command: sh check.sh}], protected: ["*.cfg"]}\n' >>assay.yaml
sed -i '/Files/d' specs/demo/tasks.md
git init -q -b main . && git add -A && git commit -q -m start && git switch -q -c work
agent <<'A'
calc FIVE; mkdir deep; echo lax >deep/tool.cfg; git add -A; git commit -q -m 'fix: five'
A
loop
caught 'deep/tool.cfg'
