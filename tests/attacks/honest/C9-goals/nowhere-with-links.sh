# Links inside the workspace hide nothing.
. "$ATTACKS/words-goals.sh"
mkdir src lib && echo 'int b;' >src/b.c && ln -s b.c src/same.c && ln -s ../lib src/lib && echo 'int l;' >lib/l.c && ln -s nosuch src/dangling
phase '"no TODO in src/"'
repo
goals
passes
