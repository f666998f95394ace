# SPDX-License-Identifier: MIT
# Comments, strings and dead code of more languages declare nothing.
. "$ATTACKS/words-goals.sh"
mkdir src
cat >src/a.ml <<'FILE'
(* let parse x = (* x *) x *)
let a = 1
FILE
cat >src/a.clj <<'FILE'
;; (defn parse [] 1)
(def a 1)
FILE
cat >src/b.clj <<'FILE'
(comment
  (defn parse [] 1))
(def a 1)
FILE
cat >src/c.clj <<'FILE'
#_(defn parse [] 1)
(def a 1)
FILE
cat >src/a.erl <<'FILE'
% parse() -> ok.
-module(a).
FILE
cat >src/a.ps1 <<'FILE'
<#
function parse {}
#>
$a = 1
FILE
cat >src/a.lua <<'FILE'
--[==[
function parse() end
]==]
local s = [[
function parse() end
]]
FILE
cat >src/a.groovy <<'FILE'
def s = '''
def parse() {}
'''
FILE
cat >src/a.swift <<'FILE'
#if false
func parse() {}
#endif
let a = 1
FILE
cat >src/a.py <<'FILE'
raise SystemExit
def parse():
    pass
FILE
cat >src/b.py <<'FILE'
while False:
    def parse(): pass
FILE
cat >src/a.php <<'FILE'
<?php
$a = 1;
__halt_compiler();
function parse() { return 1; }
FILE
cat >src/a.graphql <<'FILE'
# type parse { a: Int }
type b { a: Int }
FILE
repo
for criterion in '"src/a.ml defines `parse`"' '"src/a.clj defines `parse`"' '"src/b.clj defines `parse`"' '"src/c.clj defines `parse`"' '"src/a.erl defines `parse`"' '"src/a.ps1 defines `parse`"' '"src/a.lua defines `parse`"' '"src/a.groovy defines `parse`"' '"src/a.swift defines `parse`"' '"src/a.py defines `parse`"' '"src/b.py defines `parse`"' '"src/a.php defines `parse`"' '"src/a.graphql defines `parse`"'; do
  phase "$criterion"
  goals
  caught 'parse'
done
