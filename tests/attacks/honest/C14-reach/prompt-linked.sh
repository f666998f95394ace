# A prompt that is a link to a file elsewhere, as people keep theirs.
. "$ATTACKS/words-reach.sh"
mkdir "$BOX/prompts"; printf 'say: {{prompt}}\n' >"$BOX/prompts/mine.md"
cat >assay.yaml <<'Y'
version: 1
agents:
  reader: {command: [bash, -c, "cat"], prompt: words.md}
Y
ln -s "$BOX/prompts/mine.md" words.md; repo
echo hello | assay agent run reader >"$BOX/out" 2>"$BOX/err"; status=$?
passes
