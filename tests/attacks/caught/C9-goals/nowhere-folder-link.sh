# A folder of sources behind a link that leads out.
. "$ATTACKS/words-goals.sh"
mkdir src "$BOX/lib" && echo 'int b;' >src/b.c && echo 'TODO' >"$BOX/lib/a.c"
ln -s "$BOX/lib" src/lib
phase '"no TODO in src/"'
repo
goals
caught 'src/lib'
