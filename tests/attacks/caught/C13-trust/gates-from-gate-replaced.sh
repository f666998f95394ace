# The branch asks its own gate instead of the one on main. Gain: a PASS by a gate that the agent wrote.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
own_yaml && commit
verify
caught 'not ok|unit'
says 'verify.commands: unit'
