# An agent prints a JSON web token nobody knew of.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo "found eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVm in a file"
S
asks dev
leaks_nowhere eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVm
is_masked
