# SPDX-License-Identifier: MIT
# The suite fails, and a wrapper in the project throws the status away.
cat >test_a.py <<'P'
import unittest
class A(unittest.TestCase):
    def test_one(self): self.assertEqual(1, 2)
    def test_two(self): self.assertEqual(2, 2)
P
printf '#!/bin/bash\npython3 -m unittest -q test_a\nexit 0\n' >run; chmod +x run
repo
test_gate unit ./run
verify
caught 'failed|masked|lost|cannot'
