# A CLI that tells no cost is started again under a limit of tokens.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: codex' <<'S'
date +%N > made
echo '{"type":"turn.started"}'; echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"done"}}'; echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
S
echo 'budgets: {launches: 9, tokens: 1M, usd: 5, per_day: {usd: 5, tokens: 1M}}' >> assay.yaml
echo go | assay agent run dev --run-id zero >/dev/null 2>&1 || fail "the first launch"
asks dev
passes
