# An agent prints the environment of who started it.
. "$ATTACKS/words-agent.sh"
repo
export OTHER_SECRET=sk-of-somebody-else-1
agent dev 'pass_env: [ACME_TOKEN]' <<'S'
tr "\0" "\n" < /proc/$PPID/environ; cat /proc/self/environ; echo; echo done
S
asks dev
leaks_nowhere "$secret" sk-of-somebody-else-1
