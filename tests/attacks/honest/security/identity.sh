# An agent commits under the name of whoever started assay.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
echo x > made && git add made && git commit -qm "feat: made" && echo done
S
asks dev
passes
[ "$(git log -1 --format=%an)" = t ] || fail "another author"
