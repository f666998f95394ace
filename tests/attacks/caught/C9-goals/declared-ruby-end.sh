# SPDX-License-Identifier: MIT
# Behind the end.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.rb <<'FILE'
x = 1
__END__
def parse; end
FILE
phase '"src/a.rb defines `parse`"'
repo
goals
caught 'parse'
