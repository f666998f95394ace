# A commit with a submodule, verified in a copy whose set-up fills it, is attested; then the clean copy is preferred to a later run in
# the workspace.
git init -q "$BOX/lib" && (cd "$BOX/lib" && echo 5 >v && git add -A && git commit -qm lib)
git init -q -b main . && git -c protocol.file.allow=always submodule add -q "$BOX/lib" lib
printf 'version: 1\nverify: {commands: [{id: five, command: "test $(cat lib/v) = 5"}]}\nworkspace: {setup: "git -c protocol.file.allow=always submodule update --init -q"}\n' >assay.yaml
git add -A && git commit -qm start
verify --commit HEAD; passes
verify; passes
assay attest HEAD --notes >"$BOX/out" 2>"$BOX/err"; status=$?
passes
assay attest verify HEAD --clean-copy >"$BOX/out" 2>"$BOX/err"; status=$?
passes
says 'a clean copy'
