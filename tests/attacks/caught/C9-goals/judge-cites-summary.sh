# The judge cites the summary.
. "$ATTACKS/words-goals.sh"
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
judge 'EVIDENCE: phase/summary-IMPL-001.md:4 | All criteria are met.'
repo
goals --judge judge
caught 'speaks of the phase itself'
