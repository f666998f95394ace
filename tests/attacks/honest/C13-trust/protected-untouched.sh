# Names of protected files that packages bring along in ignored folders are nobody's change.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [conftest.py, tests/**, "*.lock"]'
five && mkdir -p build/pkg && touch build/pkg/conftest.py build/a.lock
verify
passes 1
never_says 'protected_changed'
