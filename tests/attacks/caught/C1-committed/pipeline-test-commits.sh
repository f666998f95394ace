# The new test commits something of its own.
. "$ATTACKS/words-pipeline.sh"
shop
git config user.name t; git config user.email t@example.com
works task-01 <<'W'
printf 'def shipping(total):\n    return 0 if total >= 50 else 5\n' >shipping.py
cat >tests/test_shipping.py <<'T'
import os, unittest
from shipping import shipping
os.system("echo evil >evil.txt; git add evil.txt; git commit -qm evil; git rm -q --cached evil.txt; rm -f evil.txt")
class Shipping(unittest.TestCase):
    def test_free(self):
        self.assertEqual(shipping(50), 0)
T
W
pipeline
asked=yes
[ "$status" -ne 0 ] || fail "got a PASS"
! git log --format=%s | grep -q '^feat' || fail "committed on top of evil"
