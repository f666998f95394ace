# The declaration is only inside a string.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'NOTE = """\ndef parse_all(text):\n    pass\n"""\n' >src/parse.py
phase '"src/parse.py defines `parse_all`"'
repo
goals
caught 'nowhere'
