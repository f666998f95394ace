# An agent prints a key that assay.yaml gives it.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'env: {MY_SECRET: qW8eR7tY6uI5oP4aS3dF2gH1}' <<'S'
echo "$MY_SECRET"
S
asks dev
asked=yes
is_masked
{ assay show one; assay logs one; } >"$BOX/told" 2>&1
! grep -qF qW8eR7tY6uI5oP4aS3dF2gH1 "$BOX/out" "$BOX/err" "$BOX/told" || fail "it is told"
! grep -raqF qW8eR7tY6uI5oP4aS3dF2gH1 "$ASSAY_STATE_DIR/runs" || fail "it is kept in a log"
