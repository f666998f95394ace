# SPDX-License-Identifier: MIT
# The same where the output tells nothing of the failure.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
printf 'import unittest\nclass A(unittest.TestCase):\n    def test_one(self): self.assertEqual(1, 2)\n' >test_a.py
repo
each_gate '' caught 'test run' <<'E'
python3 -m unittest test_a >/dev/null 2>&1 || echo failed; ./ok
export OUT=$(python3 -m unittest test_a 2>/dev/null); ./ok
if ! python3 -m unittest test_a >/dev/null 2>&1; then echo no; fi; ./ok
sh -c 'python3 -m unittest test_a >/dev/null 2>&1; ./ok'
E
