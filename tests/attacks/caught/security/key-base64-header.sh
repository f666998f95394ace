# An agent prints the header it would send.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf "Authorization: Basic %s\n" "$(printf "u:%s" "$ACME_TOKEN" | base64 -w 0)"
S
asks dev
leaks_nowhere "$(printf "u:%s" "$secret" | base64 -w 0)"
is_masked
