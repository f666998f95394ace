# SPDX-License-Identifier: MIT
# Words for cases about copies: a project whose test gate needs something that git ignores.

# project GATE [WORKSPACE]: a repository with assay.yaml; GATE is a shell command that says yes or no, WORKSPACE the lines below
# `workspace:`.
project() {
  printf '#!/bin/sh\necho 1..1\nif { %s; }; then echo "ok 1 - works"; else echo "not ok 1 - works"; exit 1; fi\n' "$1" >run-tests
  chmod +x run-tests
  printf 'modules/\ndata*\n.env*\n' >.gitignore
  echo 1 >lock
  printf 'version: 1\nverify: {commands: [{id: unit, command: ./run-tests, gate_type: test}]}\n' >assay.yaml
  [ $# -lt 2 ] || printf 'workspace:\n%s\n' "$2" >>assay.yaml
  repo
}
commit() { git add -A && git commit -q -m "${1:-change}"; }
# prove [ARGUMENTS]: as verify, for assay prove.
prove() { assay prove --format json "$@" >"$BOX/out" 2>"$BOX/err"; status=$?; }

# calculator: code, tests and a gate that names them.
calculator() {
  mkdir -p tests
  printf 'def add(a, b):\n    return a + b\n\n\ndef double(a):\n    return a + a\n' >calc.py
  cat >tests/test_calc.py <<'P'
import sys, unittest
sys.path.insert(0, ".")
from calc import *


class Calc(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(1, 2), 3)

    def test_double(self):
        self.assertEqual(double(4), 8)
P
  printf 'version: 1\nverify: {commands: [{id: unit, command: python3 -B -m unittest discover -v -s tests, gate_type: test}]}\n' >assay.yaml
  repo
}
# feature: half() with a test for it.
feature() {
  printf '\n\ndef half(a):\n    return a / 2\n' >>calc.py
  printf '\n    def test_half(self):\n        self.assertEqual(half(4), 2)\n' >>tests/test_calc.py
}
