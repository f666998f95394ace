# The created file is one that git ignores: nobody will ever get it.
. "$ATTACKS/words-goals.sh"
phase '"here.txt exists"' '"files": [{"path": "src/new.c", "action": "create"}]'
mkdir src && echo 'int x;' >src/new.c && echo x >here.txt && echo 'src/new.c' >.gitignore
repo
goals
caught 'git ignores it'
