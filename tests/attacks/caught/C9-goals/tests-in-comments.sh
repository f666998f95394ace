# Three tests, all commented out.
. "$ATTACKS/words-goals.sh"
mkdir tests && printf '# def test_a():\n#   pass\n"""\ndef test_b(): pass\ndef test_c(): pass\n"""\n' >tests/test_a.py
phase '"tests/test_a.py contains at least 3 tests"'
repo
goals
caught 'found'
