# Settings of the tests that are protected make them fail on the old code. Gain: `proved` for tests that ask nothing.
. "$ATTACKS/words-seals.sh"
mkdir settings; echo 'strict = False' >settings/check.py; touch settings/__init__.py
adder '  protected: [settings/**]'
printf 'import inspect, calc\nstrict = "[:2]" in inspect.getsource(calc)\n' >settings/check.py
printf '    def test_again(self):\n        from settings.check import strict\n        self.assertEqual(add(2, 2), 4)\n        self.assertFalse(strict)\n' >>tests/test_calc.py
prove; works_unsealed
sealed_for_user
prove
caught 'unnoticed'
