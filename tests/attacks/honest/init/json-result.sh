# The result as JSON.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'test:\n\t./run.sh\n' >Makefile; repo
assay init --format json >"$BOX/init.json" 2>/dev/null || fail init
python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); assert d["written"] and d["gates"][0]["tried"]=="passed", d' "$BOX/init.json" || fail json
verify; passes 2
