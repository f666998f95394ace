# The setting core.editor is left behind.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git config 'core.editor' 'x'
E
loop
caught 'setting core.editor'
