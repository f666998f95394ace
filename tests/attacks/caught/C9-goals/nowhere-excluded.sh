# The same by .git/info/exclude.
. "$ATTACKS/words-goals.sh"
mkdir src && echo 'int a; // TODO' >src/a.c && echo 'int b;' >src/b.c
phase '"no TODO in src/"'
repo
git rm -q --cached src/a.c && git commit -qm x
echo src/a.c >.git/info/exclude
goals
caught 'src/a.c'
