# The phase folder is the workspace: its code is evidence, its task files are not.
. "$ATTACKS/words-goals.sh"
mkdir src .task && echo 'int budget;' >src/a.c
phase '{"type": "pattern", "pattern": "int budget"}'
mv phase/.task/* .task/ && mv phase/summary* . && rm -r phase
repo
assay goals check . --format json >"$BOX/out" 2>"$BOX/err"
status=$?
passes
