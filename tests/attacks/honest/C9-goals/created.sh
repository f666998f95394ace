# Created files of several kinds: code, a script, a marker, a document, a folder.
. "$ATTACKS/words-goals.sh"
phase '"here.txt exists"' '"files": [{"path": "src/new.c", "action": "create"}, {"path": "pkg/__init__.py", "action": "create"}, {"path": "docs/a.md", "action": "create"}, {"path": "src/", "action": "create"}, {"path": "old.c", "action": "delete"}]'
mkdir src pkg docs && echo 'int x;' >src/new.c && : >pkg/__init__.py && echo '# A' >docs/a.md && echo x >here.txt
repo
goals
passes
