# The seal is asked for by the configuration.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]' 'isolation: {gates: sealed}'
five && commit
verify
passes 1
[ "$(field sealed)" = "\"$(git rev-parse 'HEAD^{tree}')\"" ] || fail "not sealed"
