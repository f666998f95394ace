# SPDX-License-Identifier: MIT
# go test -json in a file.
printf '*.xml\n*.tap\n*.json\n' >.gitignore
cat >run <<'R'
#!/usr/bin/env python3
open('r.json','w').write('{"Action":"run","Package":"x","Test":"TestA"}\n{"Action":"pass","Package":"x","Test":"TestA","Elapsed":0}\n{"Action":"pass","Package":"x","Elapsed":0}\n')
R
chmod +x run
repo
test_gate unit ./run '"report": "r.json"'
verify
passes 1
