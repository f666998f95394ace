# An agent prints its whole environment in base64, with line ends in it.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf "ab=%s;x" "$ACME_TOKEN" | base64 -w 40
S
asks dev
leaks_nowhere "$(printf "ab=%s;x" "$secret" | base64 -w 0 | cut -c8-30)"
is_masked
