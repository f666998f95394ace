# A killed pipeline goes on with gates that were weakened meanwhile.
. "$ATTACKS/words-pipeline.sh"
shop
works task-01 <<'W'
printf 'def shipping(total):\n    return 7\n' >shipping.py
printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n' >tests/test_shipping.py
[ -f "$HOME/seen" ] || { touch "$HOME/seen"; kill -9 $(cat "$HOME/pid"); sleep 1; }
W
before=$(git rev-parse HEAD)
assay pipeline start --request request.md --slug shipping --format json >"$BOX/out" 2>"$BOX/err" & echo $! >"$HOME/pid"; wait $!
sed -i '/id: unit/d' assay.yaml
resume_it
not_committed
asked=yes; [ "$status" -ne 0 ] || fail "got a PASS"
