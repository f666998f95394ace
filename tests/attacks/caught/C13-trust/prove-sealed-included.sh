# A file that git ignores, and that copies get, makes the tests of now fail on the old code. Gain: `proved` for tests that ask nothing.
. "$ATTACKS/words-seals.sh"
adder 'workspace: {include: [local/]}'
mkdir local; echo 'import calc, inspect; assert "[:2]" not in inspect.getsource(calc)' >local/trap.py
printf '    def test_again(self):\n        self.assertEqual(add(2, 2), 4)\n        if os.path.exists("local/trap.py"): exec(open("local/trap.py").read())\n' >>tests/test_calc.py
prove; works_unsealed
sealed_for_user
prove
caught 'unnoticed'
says 'sealed'
