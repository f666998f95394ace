# The task file under another name: through a link.
. "$ATTACKS/words-goals.sh"
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
ln -s phase/summary-IMPL-001.md notes.md
judge 'EVIDENCE: notes.md:4 | All criteria are met.'
repo
goals --judge judge
caught 'speaks of the phase itself'
