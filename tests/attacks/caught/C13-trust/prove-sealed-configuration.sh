# Settings of the tests that are protected make them fail on the old code. Gain: `proved` for tests that ask nothing.
. "$ATTACKS/words-seals.sh"
mkdir docs; echo 'strict = False' >docs/check.py; touch docs/__init__.py
adder '  protected: [docs/**]'
printf 'import inspect, calc\nstrict = "[:2]" in inspect.getsource(calc)\n' >docs/check.py
printf '    def test_again(self):\n        from docs.check import strict\n        self.assertEqual(add(2, 2), 4)\n        self.assertFalse(strict)\n' >>tests/test_calc.py
prove; works_unsealed
sealed_for_user
prove
caught 'unnoticed'
