# The key itself is taken out of the file, with the gate. Gain: the workspace decides again.
. "$ATTACKS/words-trust.sh"
cloned '' "$from_main"
own_yaml
verify
caught 'unit'
[ "$(field gates_from)" = "\"$(git rev-parse origin/main)\"" ] || fail "the gates are not those of main"
