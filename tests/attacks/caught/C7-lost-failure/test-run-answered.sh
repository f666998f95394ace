# SPDX-License-Identifier: MIT
# A failing test run is answered with talk, and something else decides.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
printf 'import unittest\nclass A(unittest.TestCase):\n    def test_one(self): self.assertEqual(1, 2)\n' >test_a.py
repo
each_gate '' caught 'test run|failed' <<'E'
python3 -m unittest test_a || echo failed; ./ok
python3 -m unittest test_a 2>log || { echo failed; cat log; }; ./ok
if ! python3 -m unittest test_a; then echo failed; fi; ./ok
python3 -m unittest test_a && echo fine; ./ok
sh -c 'python3 -m unittest test_a; ./ok'
sh -c 'python3 -m unittest test_a || echo failed; ./ok'
E
