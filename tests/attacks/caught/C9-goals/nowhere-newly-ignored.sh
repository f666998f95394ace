# The file that still has it is put into .gitignore.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'int a; // TODO' >src/a.c && echo 'int b;' >src/b.c
phase '"no TODO in src/"'
echo src/a.c >.gitignore
repo
goals
caught 'src/a.c'
