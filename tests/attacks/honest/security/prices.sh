# The cost of a CLI that tells none comes from the table of prices.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'dialect: codex' <<'S'
touch made
echo '{"type":"turn.started"}'; echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"done"}}'; echo '{"type":"turn.completed","usage":{"input_tokens":1000000,"output_tokens":100000}}'
S
printf 'prices:\n  "*": {input: 1.25, output: 10}\nbudgets: {usd: 50}\n' >> assay.yaml
asks dev
passes
says '"cost_usd": 2.25'
