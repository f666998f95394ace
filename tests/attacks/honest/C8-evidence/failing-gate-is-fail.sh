# SPDX-License-Identifier: MIT
# A red test run is FAIL, not a riddle about counts.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
P
repo
test_gate unit 'python3 -m unittest'
verify
asked=yes
[ "$status" -eq 1 ] || fail "status $status, wanted 1"
[ "$(field failed_required_ids)" = '["unit"]' ] || fail "not listed"
[ "$(field failed_ineffective_required_ids)" = '[]' ] || fail "listed as ineffective"
never_says 'JUnit'
