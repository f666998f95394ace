# An agent prints a GitHub token nobody knew of.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "found ghp_0123456789abcdefghijABCDEFGHIJ012345 in a file"
S
asks dev
leaks_nowhere ghp_0123456789abcdefghijABCDEFGHIJ012345
is_masked
