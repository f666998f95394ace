# A change of protected files is told and does not fail by itself.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]'
five && echo '# said better' >>tests/run && commit
verify
passes 1
says 'protected_changed'
