# The tests of now do not even pass on the code of now.
. "$ATTACKS/words-copies.sh"
calculator; feature
sed -i 's/return a \/ 2/return a/' calc.py
prove
caught '"void"'
