# SPDX-License-Identifier: MIT
# Behind a script.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 1)
    def test_two(self): self.assertEqual(2, 2)
P
printf '#!/bin/sh\nset -e\npython3 -m unittest\n' >run.sh; chmod +x run.sh
repo
test_gate unit './run.sh'
verify
passes 2
