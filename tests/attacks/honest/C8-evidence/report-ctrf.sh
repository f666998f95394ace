# SPDX-License-Identifier: MIT
# CTRF.
printf '*.xml\n*.tap\n*.json\n' >.gitignore
cat >run <<'R'
#!/usr/bin/env python3
import json
json.dump({'results':{'tool':{'name':'x'},'summary':{'tests':2,'passed':2,'failed':0,'pending':0,'skipped':0,'other':0,'start':1,'stop':2},'tests':[{'name':'a','status':'passed','duration':1},{'name':'b','status':'passed','duration':1}]}}, open('r.json','w'))
R
chmod +x run
repo
test_gate unit ./run '"report": "r.json"'
verify
passes 2
