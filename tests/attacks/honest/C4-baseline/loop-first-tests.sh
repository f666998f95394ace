# A spec that writes the first tests of a project.
. "$ATTACKS/words-tasks.sh"
task 1.1 "Write a with its tests" "a.py tests/test_a.py" "python3 -m unittest discover -s tests"
agent <<'E'
  - do:
      - write: {path: a.py, text: "def one(): return 1\n"}
      - write: {path: tests/test_a.py, text: "import unittest\nclass T(unittest.TestCase):\n    def test_1(self): self.assertEqual(1, 1)\n"}
      - say: TASK_COMPLETE
E
mkdir tests; touch tests/.keep
settings 'loop: {review: false}
verify: {commands: [{id: unit, command: "python3 -m unittest discover -s tests", gate_type: test}]}'
loop
passes
