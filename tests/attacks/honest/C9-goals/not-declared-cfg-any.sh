# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.rs <<'FILE'
#[cfg(all())]
fn parse() {}
FILE
phase '"src/a.rs defines `parse`"'
repo
goals
passes
