# Code that no test notices.
. "$ATTACKS/words-proof.sh"
calculator <<W
$CODE
W
caught 'no_tests'
