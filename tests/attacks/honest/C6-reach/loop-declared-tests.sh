# Tests that the task names may change.
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

task 1.1 "Improve the tests" "test_a.py" "python3 -m unittest test_a"
agent <<'E'
  - do: [{append: {path: test_a.py, text: "    def test_4(self): self.assertEqual(one(), 1)\n"}}, {say: TASK_COMPLETE}]
E
loop
passes
