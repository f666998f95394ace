# Only a part of the sentence could be checked; the whole is not met by it.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'x' >src/a.c
phase '"src/a.c exists and is documented in the manual"'
repo
goals
caught 'not verified'
