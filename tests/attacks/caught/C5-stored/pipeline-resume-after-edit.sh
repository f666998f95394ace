# A killed pipeline goes on after somebody edited verified files.
. "$ATTACKS/words-pipeline.sh"
shop
# Isolation would keep it from the state and from killing assay; this is about what comes afterwards.
sed -i 's/^pipeline:/isolation: {agents: none}\npipeline:/' assay.yaml; save
also reviewer <<<'[ -f "$HOME/seen" ] || { touch "$HOME/seen"; kill -9 $(cat "$HOME/pid"); sleep 1; }'
before=$(git rev-parse HEAD)
assay pipeline start --request request.md --slug shipping --format json >"$BOX/out" 2>"$BOX/err" & echo $! >"$HOME/pid"; wait $!
echo 'def shipping(total): return 7' >shipping.py
resume_it
not_committed
caught 'shipping.py'
