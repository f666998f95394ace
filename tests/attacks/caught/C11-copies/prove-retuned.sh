# Old behaviour breaks, and its test is made to fit.
. "$ATTACKS/words-copies.sh"
calculator; feature
sed -i 's/return a + a/return a * 3/' calc.py; sed -i 's/double(4), 8/double(4), 12/' tests/test_calc.py
prove
caught '"retuned"'
