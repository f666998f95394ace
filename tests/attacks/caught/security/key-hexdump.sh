# An agent dumps its key with od, 16 bytes a line.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
printf %s "$ACME_TOKEN" | od -An -v -tx1
S
asks dev
leaks_nowhere "5a 78 37 71 39 4c 6d 4e"
is_masked
