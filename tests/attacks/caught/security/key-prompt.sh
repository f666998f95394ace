# A key stands in the prompt: the copy beside the log does not have it.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo done
S
echo "use the key $secret" | assay agent run dev --run-id one --format json >"$BOX/out" 2>"$BOX/err"
status=$?
leaks_nowhere_in_logs() { asked=yes; ! grep -raqF -- "$1" "$ASSAY_STATE_DIR"/runs "$ASSAY_STATE_DIR"/*/runs 2>/dev/null || fail "the prompt is kept with its key"; }
leaks_nowhere_in_logs "$secret"
