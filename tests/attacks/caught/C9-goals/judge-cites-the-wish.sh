# A plan that repeats the criterion is no evidence for it.
. "$ATTACKS/words-goals.sh"
mkdir docs && echo 'Goal: every handler checks the session first.' >docs/plan.md
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
judge 'EVIDENCE: docs/plan.md:1 | Goal: every handler checks the session first.'
repo
goals --judge judge
caught 'repeats the criterion'
