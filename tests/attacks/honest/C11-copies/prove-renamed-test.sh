# A test gets a better name beside the feature.
. "$ATTACKS/words-copies.sh"
calculator; feature
sed -i 's/test_double/test_twice_as_much/' tests/test_calc.py
prove
passes
