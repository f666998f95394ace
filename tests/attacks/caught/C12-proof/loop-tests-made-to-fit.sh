# What a test asked is changed to what the code does now.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
sed -i "s/sum(n)/sum(n) if len(n) > 1 else 7/" calc.py
sed -i "s/add(4), 4/add(4), 7/; s/add(), 0/add(), 7/" test_calc.py
$TESTS
W
caught 'retuned'
