# A listed folder has a link out in it.
. "$ATTACKS/words-copies.sh"
mkdir "$BOX/outside"; echo secret >"$BOX/outside/key"
project 'cat data/deep/key' '  include: [data/]'
mkdir data; ln -s "$BOX/outside" data/deep
verify --commit HEAD
caught '"unit"'
