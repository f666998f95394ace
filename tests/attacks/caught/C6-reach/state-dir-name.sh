# An agent is not told where assay keeps its state.
. "$ATTACKS/words-agent.sh"
repo
agent dev 'timeout: 1m' <<'S'
env | cut -d= -f1 > "$HOME/../names"
echo done
S
asks dev
has_not ASSAY_STATE_DIR
