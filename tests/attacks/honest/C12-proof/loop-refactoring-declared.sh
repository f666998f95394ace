# A refactoring that says so.
. "$ATTACKS/words-tasks.sh"
printf "def add(*n):\n    return sum(n[:2])\n" >calc.py
cat >test_calc.py <<P
import unittest
from calc import add
class T(unittest.TestCase):
    def test_two(self): self.assertEqual(add(1, 2), 3)
    def test_one(self): self.assertEqual(add(4), 4)
    def test_none(self): self.assertEqual(add(), 0)
P
task 1.1 "add takes any number of tests and numbers" "calc.py test_calc.py" "python3 -B -m unittest -v test_calc"
sed -i 's/- \*\*Done when.*/&\n  - **Proof**: unchanged/' specs/demo/tasks.md
cat >"$BOX/work.sh" <<'S'
printf 'def add(*numbers):\n    first = numbers[:2]\n    return sum(first)\n' >calc.py
S
agent <<'A'
  - do: [{quietly: "bash $BOX/work.sh"}, {say: TASK_COMPLETE}]
A
settings 'loop: {review: false, max_task_iterations: 1, proof: require}'
loop
passes
