# A call that is only in a comment calls nobody.
. "$ATTACKS/words-goals.sh"
mkdir src && printf '# validate(request)\ndef handle(request):\n    return request\n' >src/h.py
phase '"src/h.py calls `validate`"'
repo
goals
caught 'nowhere'
