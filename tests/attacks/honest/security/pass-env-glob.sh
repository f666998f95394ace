# A role passes on variables by a glob.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: ["ACME_*"]' <<'S'
[ -n "$ACME_TOKEN" ] && touch made && echo done
S
asks dev
passes
