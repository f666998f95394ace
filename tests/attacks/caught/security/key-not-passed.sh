# A key of assay itself that the agent found elsewhere.
. "$ATTACKS/words-agent.sh"
repo
printf %s "$secret" > "$HOME/stolen"
agent dev 'timeout: 1m' <<'S'
cat "$HOME/stolen"; echo
S
asks dev
leaks_nowhere "$secret"
is_masked
