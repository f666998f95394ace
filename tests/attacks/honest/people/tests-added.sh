# Tests are added beside those that were there.
. "$ATTACKS/words-tasks.sh"
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_1(self): self.assertEqual(1, 1)\n' >test_a.py
task 1.1 "More tests" "test_a.py" "python3 -m unittest -v test_a"
agent <<'A'
  - do: [{quietly: "echo '    def test_2(self): self.assertEqual(2, 2)' >>test_a.py"}, {say: "test_a.py\nTASK_COMPLETE"}]
A
loop
passes
