# The setting core.worktree is left behind.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'E'
calc FIVE && git commit -q -am 'fix: five'
git config 'core.worktree' '/tmp'
E
loop
caught 'setting core.worktree'
