# A runner that finds no test is no PASS.
. "$ATTACKS/words-init.sh"
printf 'import unittest\n# TestCase\n' >test_a.py; repo; init_and_verify; caught 'test'
