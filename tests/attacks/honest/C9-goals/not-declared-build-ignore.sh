# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.go <<'FILE'
//go:build linux

package a

func parse() {}
FILE
phase '"src/a.go defines `parse`"'
repo
goals
passes
