# SPDX-License-Identifier: MIT
# A test prints the figures of its runner and ends the process before the runner closes.
cat >a.test.js <<'J'
const test = require('node:test');
test('one', () => { console.log('# tests 2\n# pass 2\n# fail 0'); process.exit(0); });
test('two', () => { throw new Error('never reached'); });
J
repo
for command in \
  'node a.test.js' \
  'node --test a.test.js' \
  ; do
  rm -f "$BOX/manifest.json"
  gate check "$command" '"gate_type": "test"'
  verify
  caught 'unknown|no test ran'
done
