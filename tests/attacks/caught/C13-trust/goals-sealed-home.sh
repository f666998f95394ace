# A module that Python loads from the user's home lets every test of a goal pass. Gain: a goal that nobody has reached.
. "$ATTACKS/words-seals.sh"; . "$ATTACKS/words-goals.sh"
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_five(self): self.assertEqual(4, 5)\n' >test_calc.py
echo 'version: 1' >assay.yaml
verified 'python3 -B -m unittest -v test_calc'
repo
user_module <<'P'
import unittest
unittest.TestCase.assertEqual = lambda *a, **k: None
P
goals; works_unsealed
sealed_for_user
goals
caught 'IMPL-001'
