# A link to a file in an ignored build folder.
. "$ATTACKS/words-goals.sh"
mkdir src build && echo 'int b;' >src/b.c
echo 'int a; // TODO' >build/a.c && ln -s ../build/a.c src/a.c
echo build/ >.gitignore
phase '"no TODO in src/"'
repo
goals
caught 'src/a.c'
