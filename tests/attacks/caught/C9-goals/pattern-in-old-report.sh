# A report of an earlier round, written elsewhere with --out, names the pattern.
. "$ATTACKS/words-goals.sh"
mkdir -p src docs && echo 'int x;' >src/a.c
phase '{"type": "pattern", "pattern": "cache_limit"}'
repo
goals --out docs/report.md
goals --out docs/report.md
caught 'nowhere'
