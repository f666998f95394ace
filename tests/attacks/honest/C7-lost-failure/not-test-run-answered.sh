# SPDX-License-Identifier: MIT
# The status of a test run is kept, and what comes before it may fail.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
printf 'import unittest\nclass A(unittest.TestCase):\n    def test_one(self): self.assertEqual(1, 1)\n' >test_a.py
repo
each_gate '' passes <<'E'
python3 -m unittest test_a; rc=$?; ./ok; exit $rc
python3 -m unittest test_a || rc=$?; ./ok; exit ${rc:-0}
python3 -m unittest test_a || exit 1; ./ok
python3 -m unittest test_a && ./ok
sh -ec 'python3 -m unittest test_a; ./ok'
sh -c './ok; python3 -m unittest test_a'
if python3 -m unittest test_a; then ./ok; else exit 1; fi; ./ok
./ok || echo no; python3 -m unittest test_a
E
