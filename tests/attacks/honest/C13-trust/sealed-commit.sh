# A commit, sealed; the tree that is verified is the commit's.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]'
five && commit
verify --sealed --commit HEAD
passes 1
[ "$(field sealed)" = "\"$(git rev-parse 'HEAD^{tree}')\"" ] || fail "another tree"
