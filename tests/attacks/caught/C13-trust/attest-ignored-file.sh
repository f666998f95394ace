# A file that git ignores carries the gate. Gain: a statement that somebody takes for one about the commit alone.
printf 'made\n' >.gitignore
printf 'version: 1\nverify: {commands: [{id: made, command: "test -e made"}]}\n' >assay.yaml
repo
touch made
verify; passes
assay attest HEAD --notes >"$BOX/out" 2>"$BOX/err" || fail "not attested at all"
assay key show >"$BOX/key.pem"
! sh "$ATTACKS/../../docs/attestation.sh" HEAD "$BOX/key.pem" clean_copy >"$BOX/out" 2>&1 || fail "the script takes it for a clean copy"
sh "$ATTACKS/../../docs/attestation.sh" HEAD "$BOX/key.pem" >"$BOX/out" 2>&1 || fail "the script refuses it without that demand"
assay attest verify HEAD --clean-copy >"$BOX/out" 2>"$BOX/err"; status=$?
caught 'workspace'
