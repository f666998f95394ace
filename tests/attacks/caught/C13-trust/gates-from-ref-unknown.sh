# The ref of the gates is deleted. Gain: gates of the workspace, if that were silently taken instead.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
own_yaml && commit
git update-ref -d refs/remotes/origin/main
verify --gates-from origin/main
refused 'gates_from: .*origin/main.* names no commit'
