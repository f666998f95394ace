# SPDX-License-Identifier: MIT
# Words for loops in which tests have to notice what a task changes.
. "$ATTACKS/words-tasks.sh"

# calculator < WORK: calc.py with three tests, one task on both, an agent that does what the shell script WORK says, and
# `proof: require`; then it runs. UNCHANGED=yes: the task declares that it changes no behaviour.
calculator() {
  cat >"$BOX/work.sh"
  printf 'def add(*n):\n    return sum(n[:2])\n' >calc.py
  cat >test_calc.py <<'P'
import unittest
from calc import add
class T(unittest.TestCase):
    def test_two(self): self.assertEqual(add(1, 2), 3)
    def test_one(self): self.assertEqual(add(4), 4)
    def test_none(self): self.assertEqual(add(), 0)
P
  task 1.1 "add takes any number of numbers, and tests ask for it" "calc.py test_calc.py" "python3 -B -m unittest -v test_calc"
  [ "${UNCHANGED:-}" = yes ] && sed -i 's/- \*\*Done when.*/&\n  - **Proof**: unchanged/' specs/demo/tasks.md
  agent <<'A'
  - do: [{quietly: "bash $BOX/work.sh"}, {say: TASK_COMPLETE}]
A
  settings 'loop: {review: false, max_task_iterations: 1, proof: require}'
  loop
}
# For WORK: any number of numbers; tests that notice it.
export CODE='sed -i "s/n\[:2\]/n/" calc.py'
export TESTS='printf "    def test_three(self): self.assertEqual(add(1, 2, 3), 6)\n    def test_four(self): self.assertEqual(add(1, 2, 3, 4), 10)\n" >>test_calc.py'
