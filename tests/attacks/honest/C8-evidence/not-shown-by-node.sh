# SPDX-License-Identifier: MIT
# A line that loads the tests.
cat >t.js <<'FILE'
const assert = require('assert'); assert.equal(1, 1); console.log('5 passed, 0 failed');
FILE
repo
test_gate unit 'node -e "require('\''./t.js'\'')"'
verify
passes 5
