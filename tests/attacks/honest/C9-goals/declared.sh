# Real declarations, beside comments and strings that would confuse a careless reader.
. "$ATTACKS/words-goals.sh"
mkdir src
printf '// it'"'"'s the "best"\nint fetch_once(int n); /* one */\n#define MAX 3\n' >src/fetch.h
printf '"""doc"""\nasync def parse_all(text):\n    return "#"\n' >src/parse.py
printf 'const re = /["/*]/;\nexport async function parse(x) { return `${x}`; }\n' >src/parse.ts
printf 'fn a<'"'"'a>(x: &'"'"'a str) -> char { '"'"'"'"'"'"'"'"' }\npub fn open_door() {}\n' >src/door.rs
phase '"src/fetch.h declares `fetch_once`", "src/fetch.h declares `MAX`", "src/parse.py defines `parse_all`", "src/parse.ts exports `parse`", "src/door.rs exports `open_door`"'
repo
goals
passes
