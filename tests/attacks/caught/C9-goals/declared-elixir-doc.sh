# SPDX-License-Identifier: MIT
# In documentation.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.ex <<'FILE'
@doc """
def parse do
"""
FILE
phase '"src/a.ex defines `parse`"'
repo
goals
caught 'parse'
