# Lines with quotation marks and bars in them.
. "$ATTACKS/words-goals.sh"
mkdir src && printf '"use strict"\nconst a = b || c\n' >src/h.js
phase '{"type": "semantic", "text": "The module is strict"}'
judge 'EVIDENCE: src/h.js:1 | "use strict"' 'EVIDENCE: src/h.js:2 | const a = b || c'
repo
goals --judge judge
passes
