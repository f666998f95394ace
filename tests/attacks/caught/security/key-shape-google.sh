# An agent prints a Google key nobody knew of.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "found AIzaSyA0123456789abcdefghijklmnopqrstuv in a file"
S
asks dev
leaks_nowhere AIzaSyA0123456789abcdefghijklmnopqrstuv
is_masked
