# SPDX-License-Identifier: MIT
# A file of the workspace answers to the name of the runner.
forged='import sys\nprint("Ran 5 tests in 0.1s\\n\\nOK", file=sys.stderr)\n'
printf "$forged" >unittest.py
repo
test_gate unit 'python3 -m unittest'
verify
caught 'runs instead'
git rm -q unittest.py && mkdir unittest && printf "$forged" >unittest/__main__.py && touch unittest/__init__.py
verify
caught 'runs instead'
printf 'print("===== 3 passed in 0.01s =====")\n' >pytest.py
rm -f "$BOX/manifest.json"; test_gate unit 'cd . && python3 -B -m pytest -q'
verify
caught 'runs instead'
