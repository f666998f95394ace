# The source is moved out of the workspace and linked.
. "$ATTACKS/words-goals.sh"
mkdir src "$BOX/elsewhere" && echo 'int b;' >src/b.c
echo 'int a; // TODO' >"$BOX/elsewhere/a.c"
ln -s "$BOX/elsewhere/a.c" src/a.c
phase '"no TODO in src/"'
repo
goals
caught 'src/a.c'
