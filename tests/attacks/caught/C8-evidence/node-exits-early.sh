# SPDX-License-Identifier: MIT
# A test prints the figures of its runner and ends the process before the runner closes.
cat >a.test.js <<'J'
const test = require('node:test');
test('one', () => { console.log('# tests 2\n# pass 2\n# fail 0'); process.exit(0); });
test('two', () => { throw new Error('never reached'); });
J
repo
each_gate '"gate_type": "test"' caught 'unknown|no test ran' <<'E'
node a.test.js
node --test a.test.js
E
