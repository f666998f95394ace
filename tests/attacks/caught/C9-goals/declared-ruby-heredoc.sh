# SPDX-License-Identifier: MIT
# In a text.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.rb <<'FILE'
x = <<~TEXT
  def parse
  end
TEXT
FILE
phase '"src/a.rb defines `parse`"'
repo
goals
caught 'parse'
