# docs/feature leads out of the workspace: a pipeline is refused.
. "$ATTACKS/words-loop.sh"
loop_files
mkdir docs "$BOX/outside" && ln -s "$BOX/outside" docs/feature
printf 'verify:\n  commands:\n    - {id: t, command: sh check.sh}\npipeline: {proof: off}\n' >>assay.yaml
repo
echo 'make it five' | assay pipeline start --request - --slug five --approval autonomous >"$BOX/out" 2>"$BOX/err"
status=$?
[ -z "$(ls -A "$BOX/outside")" ] || fail "something was written behind the link"
refused 'docs/feature.*link'
