# A brace is there in every file.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'int f() {\n}\n' >src/a.c
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
judge 'EVIDENCE: src/a.c:2 | }'
repo
goals --judge judge
caught 'says nothing'
