# What the gate reads lies in a submodule and was edited there: the tree names the submodule's commit alone. Gain: a statement about a
# tree on which the gate fails.
git init -q "$BOX/lib" && (cd "$BOX/lib" && echo 4 >v && git add -A && git commit -qm lib)
git init -q -b main . && git -c protocol.file.allow=always submodule add -q "$BOX/lib" lib
printf 'version: 1\nverify: {commands: [{id: five, command: "test $(cat lib/v) = 5"}]}\n' >assay.yaml
git add -A && git commit -qm start
echo 5 >lib/v
verify; passes
assay attest HEAD >"$BOX/out" 2>"$BOX/err"; status=$?
refused 'submodules'
