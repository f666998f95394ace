# SPDX-License-Identifier: MIT
# Dependencies that git ignores are there for the baseline.
. "$ATTACKS/words-pipeline.sh"
shop
mkdir vendor; echo "def add(a, b): return a + b" >vendor/adder.py; echo vendor/ >>.gitignore
printf 'import sys, unittest\nsys.path.insert(0, "vendor")\nfrom adder import add\n\nclass Add(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n' >tests/test_add.py
save
pipeline
passes
left_out vendor/adder.py
