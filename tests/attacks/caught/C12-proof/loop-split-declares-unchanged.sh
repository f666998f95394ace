# A part that the agent proposes declares that it changes nothing.
. "$ATTACKS/words-tasks.sh"
printf 'def one(): return 1\n' >a.py
printf 'import unittest\nfrom a import one\nclass T(unittest.TestCase):\n    def test_1(self): self.assertEqual(one(), 1)\n' >test_a.py
task 1.1 "Improve a and its tests" "a.py test_a.py" "python3 -B -m unittest -v test_a"
agent <<'A'
  - do:
      - say: |
          TASK_MODIFICATION_REQUEST
          ```json
          {"type": "SPLIT_TASK", "originalTaskId": "1.1", "reasoning": "two steps", "proposedTasks": ["- [ ] 1.1.1 Part\n  - **Do**: it\n  - **Files**: `a.py`\n  - **Done when**: done\n  - **Verify**: `python3 -B -m unittest -v test_a`\n  - **Proof**: unchanged\n  - **Commit**: None\n"]}
          ```
A
settings 'loop: {review: false, max_task_iterations: 1, proof: require}'
loop
caught 'unchanged|rejected'
