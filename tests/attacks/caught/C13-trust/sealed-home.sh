# A module that Python loads by itself lies in the user's home. Gain: every test passes on this machine.
. "$ATTACKS/words-trust.sh"
site=$(python3 -m site --user-site); mkdir -p "$site"
cat >"$site/usercustomize.py" <<'P'
import unittest
unittest.TestCase.assertEqual = lambda *a, **k: None
P
GATE='"python3 -B -m unittest -v test_calc"'
cloned
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_five(self): self.assertEqual(4, 5)\n' >test_calc.py && commit
verify
[ "$status" -eq 0 ] || echo "(it does not even work without a seal)"
verify --sealed
caught 'unit'
