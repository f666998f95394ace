# An agent prints an AWS key nobody knew of.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "found AKIAIOSFODNN7EXAMPL1 in a file"
S
asks dev
leaks_nowhere AKIAIOSFODNN7EXAMPL1
is_masked
