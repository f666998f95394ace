# The cited file is one that git ignores.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'check_session(request);' >src/local.c && echo src/local.c >.gitignore
phase '{"type": "semantic", "text": "Every handler checks the session first"}'
judge 'EVIDENCE: src/local.c:1 | check_session(request);'
repo
goals --judge judge
caught 'git ignores that file'
