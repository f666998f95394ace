# UTF-16 without a byte order mark.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'int b;\n' >src/b.c
printf 'int a; // TODO later\n' | iconv -t UTF-16BE >src/a.c
phase '"no TODO in src/"'
repo
goals
caught 'src/a.c'
