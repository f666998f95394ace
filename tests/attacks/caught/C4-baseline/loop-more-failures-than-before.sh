# One test failed before, two fail now.
. "$ATTACKS/words-tasks.sh"
cat >test_a.py <<'E'
import unittest
from a import one
class T(unittest.TestCase):
    def test_1(self): self.assertEqual(one(), 1)
    def test_2(self): self.assertTrue(one())
    def test_3(self): self.assertIsInstance(one(), int)
E
echo 'def one(): return 1' >a.py

sed -i 's/assertTrue(one())/assertFalse(one())/' test_a.py
task 1.1 "Write b" "a.py b.txt" "test -s b.txt"
agent <<'E'
  - do: [{write: {path: b.txt, text: "b\n"}}, {write: {path: a.py, text: "def one(): return 2  # another size\n"}}, {say: TASK_COMPLETE}]
E
settings 'loop: {review: false}
verify: {commands: [{id: unit, command: "python3 -m unittest test_a", gate_type: test}]}'
loop
caught "failing tests when the run began|regression"
