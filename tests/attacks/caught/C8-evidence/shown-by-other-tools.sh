# SPDX-License-Identifier: MIT
# Whatever shows a text runs no tests.
printf 'starting\n12 passed, 0 failed\n' >old.log; tar cf log.tar old.log
printf '$(info 12 passed, 0 failed)\nall:\n\t@:\n' >Makefile
python3 -c 'import base64; open("log.b64", "wb").write(base64.b64encode(open("old.log", "rb").read()))'
echo '{"log": "12 passed, 0 failed"}' >log.json
repo
each_gate '"gate_type": "test"' caught 'runs no tests' <<'E'
tar xOf log.tar
make all
python3 -m base64 -d log.b64
find . -name old.log -exec cat {} +
cpp -P old.log
git archive HEAD old.log | tar xO
cmake -E cat old.log
expr '12 passed, 0 failed' : '\(.*\)'
python3 -c "from pathlib import Path; print(Path('old.log').read_text())"
node -p "require('./log.json').log"
E
