# A whole folder of sources is ignored.
. "$ATTACKS/words-goals.sh"
mkdir -p src/legacy && echo 'eval(x)' >src/legacy/a.js && echo 'x' >src/b.js
phase '{"type": "pattern", "pattern": "eval[(]", "paths": ["src/"], "max": 0}'
echo src/legacy/ >.gitignore
repo
goals
caught 'src/legacy/a.js'
