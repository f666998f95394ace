# A prompt of the workspace is a link to the private key. Gain: assay itself tells the agent the key.
. "$ATTACKS/words-reach.sh"
cat >assay.yaml <<'Y'
version: 1
verify: {commands: [{id: one, command: "test -e assay.yaml"}]}
agents:
  reader: {command: [bash, -c, "cat"], prompt: words.md}
Y
printf 'say {{prompt}}\n' >words.md; repo
verify
key=$(find "$ASSAY_STATE_DIR/keys" -type f -size +0c | xargs grep -l PRIVATE | head -1)
[ -n "$key" ] || fail "no key was made"
ln -sf "$key" words.md
echo go | assay agent run reader >"$BOX/out" 2>"$BOX/err"; status=$?
never_says 'PRIVATE KEY'
! grep -rqs 'PRIVATE KEY' "$ASSAY_STATE_DIR"/runs || fail "the key is in a log"
refused 'leads into the state'
