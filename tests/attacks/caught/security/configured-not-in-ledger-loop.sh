# A loop with a key of its executor in the configuration: neither the plan in its journal nor what is told of it has the value.
. "$ATTACKS/words-loop.sh"
agent <<'A'
[ "$ENDPOINT" = u-5Fn9Jv3 ] || exit 1
calc FIVE; git commit -qam 'fix: five'
A
loop_files
mv assay.yaml "$BOX/assay.yaml"
sed -i "s|env: {|env: {ENDPOINT: u-5Fn9Jv3, |" "$BOX/assay.yaml"
git init -q -b main . && git config user.name t && git config user.email t@example.com
git add -A && git commit -q -m start && git switch -q -c work
assay --config "$BOX/assay.yaml" loop run specs/demo --run-id one >"$BOX/out" 2>"$BOX/err" || fail "the loop did not get through"
. "$ATTACKS/words-agent.sh"
leaks_nowhere u-5Fn9Jv3
