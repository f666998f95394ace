# The created source file has nothing but a comment.
. "$ATTACKS/words-goals.sh"
phase '"here.txt exists"' '"files": [{"path": "src/new.py", "action": "create"}]'
mkdir src && echo '# implements the parser' >src/new.py && echo x >here.txt
repo
goals
caught 'nothing in it'
