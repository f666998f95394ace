# A test that fails comes first, then the code that it asks for.
. "$ATTACKS/words-tasks.sh"
printf 'def one(): return 1\n' >a.py
printf 'import unittest\nfrom a import one\nclass T(unittest.TestCase):\n    def test_1(self): self.assertEqual(one(), 1)\n' >test_a.py
task 1.1 "[RED] A failing test for two" test_a.py "grep -q test_2 test_a.py"
task 1.2 "[GREEN] Write two" a.py "python3 -B -m unittest -v test_a"
agent <<'A'
  - match: {task: "1.1"}
    do: [{run: "printf '    def test_2(self):\n        import a\n        self.assertEqual(a.two(), 2)\n' >>test_a.py"}, {say: TASK_COMPLETE}]
  - do: [{run: "printf 'def two(): return 2\n' >>a.py"}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1, proof: require}
verify: {commands: [{id: unit, command: python3 -B -m unittest -v test_a, gate_type: test}]}'
loop
passes
