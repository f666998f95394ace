# A template string that holds the export as text.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'const text = `\nexport function parse(x) { return x; }\n`;\n' >src/parse.ts
phase '"src/parse.ts exports `parse`"'
repo
goals
caught 'nowhere'
