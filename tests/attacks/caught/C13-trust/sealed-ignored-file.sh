# What the test reads is a hand-made file in an ignored folder. Gain: results that nobody built.
. "$ATTACKS/words-trust.sh"
GATE='"test -f build/result && WANTED=$(cat build/result) tests/run"'
cloned '  protected: [tests/**]' 'workspace: {setup: "mkdir -p build && echo 5 >build/result"}'
mkdir build && echo 4 >build/result
verify --sealed
caught 'unit'
