# One word of a line can be found anywhere.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'int session_is_never_checked(void);\n' >src/a.h
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
judge 'EVIDENCE: src/a.h:1 | session'
repo
goals --judge judge
caught 'whole and word for word'
