# The criterion names a file of the phase folder itself.
. "$ATTACKS/words-goals.sh"
phase '"phase/notes.md contains `done`"'
echo done >phase/notes.md
repo
goals
caught 'speaks of the phase itself'
