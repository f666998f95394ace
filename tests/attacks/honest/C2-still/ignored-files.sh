# SPDX-License-Identifier: MIT
# What git ignores may change while gates run: caches and build folders are no part of the tree.
printf 'out/\n__pycache__/\n' >.gitignore
printf 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n' >test_t.py
repo
gate build 'mkdir -p out && date >out/made' '"gate_type": "build", "mutates_workspace": true'
test_gate unit 'python3 -m unittest -v test_t' '"stage": 1'
verify
passes 1
