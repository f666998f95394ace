# An agent prints its key in two writes with a pause, so that it arrives in two pieces.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf %s "${ACME_TOKEN:0:14}"; sleep 0.2; echo "${ACME_TOKEN:14}"
S
asks dev
leaks_nowhere "$secret"
is_masked
