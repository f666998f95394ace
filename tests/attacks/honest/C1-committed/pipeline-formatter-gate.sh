# A gate that is said to write formats what the agents wrote: the checks pass on that, and it is committed.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/command: "python3 -m compileall -q cart.py tests", gate_type: build}/command: "sed -i s,[[:space:]]*$,, shipping.py cart.py", gate_type: build, mutates_workspace: true}/; s/gate_type: test}/gate_type: test, stage: 1}/' assay.yaml
echo 'def shipping(total): return 1' >shipping.py; save
works task-01 <<'W'
printf 'def shipping(total):   \n    return 0 if total >= 50 else 5\n' >shipping.py
printf 'import unittest\nfrom shipping import shipping\n\nclass Shipping(unittest.TestCase):\n    def test_free(self):\n        self.assertEqual(shipping(50), 0)\n' >tests/test_shipping.py
W
pipeline
passes
committed shipping.py
! git show HEAD:shipping.py | grep -q ' $' || fail "what is committed is not what was checked"
