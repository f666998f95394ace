# The seal of the configuration is taken off on the branch, and the test made to ask for less. Gain: a green test.
. "$ATTACKS/words-trust.sh"
cloned '  protected: [tests/**]' "isolation: {gates: sealed}
$from_main"
sed -i 's/:-5/:-4/' tests/run && sed -i 's/gates: sealed/gates: none/' assay.yaml && commit
verify
caught 'unit'
says 'not heard.*isolation'
