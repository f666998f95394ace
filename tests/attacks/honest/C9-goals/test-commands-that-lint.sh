# test.commands with a type check among them.
. "$ATTACKS/words-goals.sh"
mkdir -p bin && printf '#!/bin/sh\nexit 0\n' >bin/mypy && chmod +x bin/mypy
export PATH="$PWD/bin:$PATH"
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertTrue(1)\n' >test_a.py
echo __pycache__/ >.gitignore
phase '"tests pass with `python3 -m unittest`"' '"test": {"commands": ["python3 -m unittest", "mypy ."]}'
repo
goals
passes
