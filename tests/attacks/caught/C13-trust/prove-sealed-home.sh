# A module that Python loads from the user's home makes tests fail on the old code. Gain: `proved` for tests that ask nothing.
. "$ATTACKS/words-seals.sh"
adder; hollow_test
user_module <<'P'
import unittest
def run(self, *a, real=unittest.TestCase.run, **k):
    if self._testMethodName == "test_again" and "[:2]" in open("calc.py").read():
        setattr(self, self._testMethodName, lambda: self.fail("old code"))
    return real(self, *a, **k)
unittest.TestCase.run = run
P
prove; works_unsealed
sealed_for_user
prove
caught 'unnoticed'
