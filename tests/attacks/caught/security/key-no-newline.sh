# An agent ends with its key, without a newline.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf %s "$ACME_TOKEN"
S
asks dev
leaks_nowhere "$secret"
is_masked
