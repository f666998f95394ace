# The variables of who takes over stand in the ledger no more than those of the first choice.
. "$ATTACKS/words-agent.sh"
repo
agent second 'env: {ENDPOINT: "https://u-8Jk3Mz1/v1"}' <<'S'
[ "$ENDPOINT" = "https://u-8Jk3Mz1/v1" ] && touch made && echo done
S
printf '  dev: {command: [no-such-cli-anywhere], dialect: claude, env: {ENDPOINT: "https://u-6Gp1Kw4/v1"}, fallback: [second]}\n' >>assay.yaml
asks dev
[ -f made ] || fail "who takes over did not get its own"
leaks_nowhere u-8Jk3Mz1 u-6Gp1Kw4
