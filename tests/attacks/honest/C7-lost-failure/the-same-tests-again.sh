# SPDX-License-Identifier: MIT
# A test run that is tried again, and a service that is waited for.
mkdir t && printf 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n' >t/test_a.py
repo
each_gate '"gate_type": "test"' passes <<'E2'
python3 -m unittest t/test_a.py || python3 -m unittest -v t/test_a.py
until test -d t; do sleep 1; done; python3 -m unittest t/test_a.py
E2
