# A role whose program is not installed goes on with its fallback.
. "$ATTACKS/words-agent.sh"
repo
agent spare 'timeout: 1m' <<'S'
touch made; echo done
S
printf '  dev: {command: [no-such-agent-program], fallback: spare}\n' >> assay.yaml
asks dev
passes
