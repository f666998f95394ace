# A red test of the base is green now; no test was touched.
. "$ATTACKS/words-copies.sh"
calculator
sed -i 's/return a + a/return 0/' calc.py; commit broken
sed -i 's/return 0/return a + a/' calc.py
prove
passes
