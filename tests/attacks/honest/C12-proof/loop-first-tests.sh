# A project without a test gets its first ones with the code.
. "$ATTACKS/words-tasks.sh"
mkdir tests; touch tests/__init__.py; echo 'def one(): return 0' >a.py
task 1.1 "Make one return 1, with a test" "a.py tests/test_a.py" "python3 -B -m unittest discover -v -s tests -t ."
agent <<'A'
  - do:
      - write: {path: a.py, text: "def one(): return 1\n"}
      - write: {path: tests/test_a.py, text: "import unittest\nfrom a import one\nclass T(unittest.TestCase):\n    def test_1(self): self.assertEqual(one(), 1)\n"}
      - say: TASK_COMPLETE
A
settings 'loop: {review: false, max_task_iterations: 1, proof: require}'
loop
passes
