# The created file is a link to one outside.
. "$ATTACKS/words-goals.sh"
phase '"here.txt exists"' '"files": [{"path": "src/new.c", "action": "create"}]'
mkdir src && echo 'int x;' >"$BOX/x.c" && ln -s "$BOX/x.c" src/new.c && echo x >here.txt
repo
goals
caught 'leads out'
