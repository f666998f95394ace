# SPDX-License-Identifier: MIT
# Words for proofs and goals that are sealed: each attack is shown to work without a seal first.
export PYTHONDONTWRITEBYTECODE=1

# sealed_for_user: from now on every workspace of the user has `gates: sealed`.
sealed_for_user() {
  mkdir -p "$HOME/.config/assay"
  printf 'version: 1\nisolation: {gates: sealed}\n' >"$HOME/.config/assay/config.yaml"
}
# works_unsealed: without a seal the attack gets what it wants.
works_unsealed() { [ "$status" -eq 0 ] || fail "does not even work without a seal: status $status"; }

# adder [MORE]: calc.py that adds two numbers, with a test, on main; then the branch work, where it adds any number and a test
# that does not ask for it is new. MORE: lines of assay.yaml.
adder() {
  mkdir -p tests
  printf 'def add(*n):\n    return sum(n[:2])\n' >calc.py
  cat >tests/test_calc.py <<'P'
import os
import unittest
from calc import add


class T(unittest.TestCase):
    def test_two(self): self.assertEqual(add(1, 2), 3)
P
  touch tests/__init__.py
  printf 'local/\n__pycache__/\n' >.gitignore
  printf 'version: 1\nverify:\n  commands: [{id: unit, command: "python3 -B -m unittest discover -v -s tests -t .", gate_type: test}]\n%s\n' "${1:-}" >assay.yaml
  repo && git switch -q -c work
  printf 'def add(*n):\n    return sum(n)\n' >calc.py
}
hollow_test() { printf '    def test_again(self): self.assertEqual(add(2, 2), 4)\n' >>tests/test_calc.py; }
real_test() { printf '    def test_three(self): self.assertEqual(add(1, 2, 3), 6)\n' >>tests/test_calc.py; }
prove() { assay prove --base main --format json >"$BOX/out" 2>"$BOX/err"; status=$?; }
# user_module < PYTHON: what Python loads by itself from the user's home.
user_module() { local site; site=$(python3 -m site --user-site); mkdir -p "$site"; cat >"$site/usercustomize.py"; }
