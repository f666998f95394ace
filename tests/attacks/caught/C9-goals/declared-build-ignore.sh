# SPDX-License-Identifier: MIT
# A file that is left out.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.go <<'FILE'
//go:build ignore

package a

func parse() {}
FILE
phase '"src/a.go defines `parse`"'
repo
goals
caught 'parse'
