# The judge cites the criterion in the task file.
. "$ATTACKS/words-goals.sh"
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
judge 'EVIDENCE: phase/.task/IMPL-001.json:1 | {"id": "IMPL-001", "title": "t"'
repo
goals --judge judge
caught 'speaks of the phase itself'
