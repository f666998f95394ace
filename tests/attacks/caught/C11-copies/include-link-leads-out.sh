# A listed name is a link to somebody else's files.
. "$ATTACKS/words-copies.sh"
mkdir "$BOX/outside"; echo secret >"$BOX/outside/key"
project 'cat data/key' '  include: [data]'
ln -s "$BOX/outside" data
verify --commit HEAD
caught '"unit"'
