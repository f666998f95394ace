# "no TODO": one zero byte makes the file look binary.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'int a; // TODO later\n\0' >src/a.c && echo 'int b;' >src/b.c
phase '"no TODO in src/"'
repo
goals
caught 'src/a.c'
