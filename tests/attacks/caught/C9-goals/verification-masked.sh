# convergence.verification cannot fail.
. "$ATTACKS/words-goals.sh"
verified 'python3 -m unittest nosuch || true'
repo
goals
caught 'proves nothing'
