# Tests are renamed, and the project says that this may be.
. "$ATTACKS/words-tasks.sh"
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_1(self): self.assertEqual(1, 1)\n' >test_a.py
task 1.1 "Rename the test" "test_a.py" "python3 -m unittest -v test_a"
agent <<'A'
  - do: [{quietly: "sed -i s/test_1/test_one/ test_a.py"}, {say: "test_a.py\nTASK_COMPLETE"}]
A
settings 'loop: {review: false, allow_fewer_tests: true}'
loop
passes
