# A value under a name that nobody would take for a key: the ledger names the variable, and does not have its value.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'env: {ENDPOINT: "https://u-7Hq2Lx9/v1"}' <<'S'
[ "$ENDPOINT" = "https://u-7Hq2Lx9/v1" ] && touch made && echo done
S
asks dev
[ -f made ] || fail "the agent did not get it"
leaks_nowhere u-7Hq2Lx9
assay ledger export | grep -q ENDPOINT || fail "the ledger does not name it"
