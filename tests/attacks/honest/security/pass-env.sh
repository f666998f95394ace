# A role passes on a variable by its name.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
[ -n "$ACME_TOKEN" ] && touch made && echo done
S
asks dev
passes
