# A judge that cites whole lines.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'void handle(req* r) {\n  check_session(r);  // first\n}\n' >src/h.c
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
judge 'EVIDENCE: src/h.c:2 | check_session(r);  // first' 'EVIDENCE: src/h.c:1 | void handle(req* r) {'
repo
goals --judge judge
passes
