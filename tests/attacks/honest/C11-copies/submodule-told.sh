# A submodule is empty in the copy, and that is said.
. "$ATTACKS/words-copies.sh"
mkdir "$BOX/lib"; (cd "$BOX/lib"; git init -q -b main .; echo x >x; git add x; git commit -q -m x)
project 'true'
git -c protocol.file.allow=always submodule --quiet add "$BOX/lib" lib; commit
assay verify --commit HEAD >"$BOX/out" 2>"$BOX/err"; status=$?
says 'submodule lib is empty'
passes
