# SPDX-License-Identifier: MIT
# The same languages, with the declaration in their code.
. "$ATTACKS/words-goals.sh"
mkdir src
cat >src/a.ml <<'FILE'
let parse x = x
FILE
cat >src/a.clj <<'FILE'
(defn parse [] 1)
FILE
cat >src/a.erl <<'FILE'
-module(a).
parse() -> ok.
FILE
cat >src/a.ps1 <<'FILE'
function parse { 1 }
FILE
cat >src/a.lua <<'FILE'
local s = [[
text
]]
function parse() return s end
FILE
cat >src/a.groovy <<'FILE'
def s = '''
text
'''
def parse() { s }
FILE
cat >src/a.swift <<'FILE'
#if DEBUG
func parse() -> Int { 1 }
#endif
FILE
cat >src/a.py <<'FILE'
def parse():
    raise SystemExit

raise SystemExit(parse())
FILE
cat >src/a.php <<'FILE'
<?php
function parse() { return 1; }
FILE
cat >src/a.graphql <<'FILE'
type parse { a: Int }
FILE
phase '"src/a.ml defines `parse`", "src/a.clj defines `parse`", "src/a.erl defines `parse`", "src/a.ps1 defines `parse`", "src/a.lua defines `parse`", "src/a.groovy defines `parse`", "src/a.swift defines `parse`", "src/a.py defines `parse`", "src/a.php defines `parse`", "src/a.graphql defines `parse`"'
repo
goals
passes
