# An agent prints its key as two lines.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
echo "${ACME_TOKEN:0:17}"; echo "${ACME_TOKEN:13}"
S
asks dev
leaks_nowhere "${secret:0:17}" "${secret:13}"
is_masked
