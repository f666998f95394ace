# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.ex <<'FILE'
@doc """
words
"""
def parse do
end
FILE
phase '"src/a.ex defines `parse`"'
repo
goals
passes
