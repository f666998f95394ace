# SPDX-License-Identifier: MIT
# Compiled by nobody.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.rs <<'FILE'
#[cfg(any())]
fn parse() {}
FILE
phase '"src/a.rs defines `parse`"'
repo
goals
caught 'parse'
