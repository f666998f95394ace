# SPDX-License-Identifier: MIT
# A suite that runs twice is a sum, and it is said that two runs were seen.
printf 'const t = require("node:test");\nt("a", () => {});\nt("b", () => {});\n' >a.test.js
echo '{"scripts": {"test": "node --test a.test.js && node --test a.test.js"}}' >package.json
repo
test_gate unit 'npm test'
verify
passes 4
says '2 runs'
