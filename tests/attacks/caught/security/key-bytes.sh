# An agent prints its key byte by byte.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
for ((i=0;i<${#ACME_TOKEN};i++)); do printf %s "${ACME_TOKEN:i:1}"; done; echo
S
asks dev
leaks_nowhere "$secret"
is_masked
