# The failing test is written into the list of known failures. Gain: PASS with known failures.
. "$ATTACKS/words-trust.sh"
cloned '  known_failures: known.yaml' "$from_main"
printf -- '- {test: "*five*", reason: later, owner: me, until: 2099-01-01}\n' >known.yaml && commit
verify
caught 'unit'
never_says 'of them with known failures'
