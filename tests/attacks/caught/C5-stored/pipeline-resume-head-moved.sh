# A killed pipeline goes on after somebody committed.
. "$ATTACKS/words-pipeline.sh"
shop
# Isolation would keep it from the state and from killing assay; this is about what comes afterwards.
sed -i 's/^pipeline:/isolation: {agents: none}\npipeline:/' assay.yaml; save
also reviewer <<<'[ -f "$HOME/seen" ] || { touch "$HOME/seen"; kill -9 $(cat "$HOME/pid"); sleep 1; }'
assay pipeline start --request request.md --slug shipping --format json >"$BOX/out" 2>"$BOX/err" & echo $! >"$HOME/pid"; wait $!
echo '# changed' >>cart.py; git commit -qm theirs cart.py
resume_it
asked=yes
[ "$status" -ne 0 ] || fail "got a PASS on another commit"
git log -1 --format=%s | grep -q theirs || fail "something was committed"
