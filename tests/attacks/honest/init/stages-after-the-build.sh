# SPDX-License-Identifier: MIT
# What reads the build's output runs after the build, also on the first run of a clone.
. "$ATTACKS/words-init.sh"
echo '{"scripts": {"build": "mkdir -p dist && cp a.js dist/a.js", "lint": "test -f dist/a.js", "test": "node --test a.test.js"}}' >package.json
echo '1;' >a.js
echo dist/ >.gitignore
printf 'const t = require("node:test");\nt("a", () => {});\n' >a.test.js
repo
init_and_verify
passes 1
writes 'id: lint'
rm -rf dist
verify
passes 1
