# Tests that are protected are the tests of now in a proof: it asks what they notice, not whether they decide.
. "$ATTACKS/words-seals.sh"
adder "  protected: [tests/**]
isolation: {gates: sealed}"
real_test
prove
passes
