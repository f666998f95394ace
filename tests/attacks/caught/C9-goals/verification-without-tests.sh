# convergence.verification is a test run that ran no test.
. "$ATTACKS/words-goals.sh"
verified 'python3 -m unittest'
repo
goals
caught 'proves nothing'
