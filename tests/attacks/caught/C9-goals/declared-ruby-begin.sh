# SPDX-License-Identifier: MIT
# A comment of Ruby over lines.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.rb <<'FILE'
=begin
def parse; end
=end
x = 1
FILE
phase '"src/a.rb defines `parse`"'
repo
goals
caught 'parse'
