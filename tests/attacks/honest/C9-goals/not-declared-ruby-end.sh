# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.rb <<'FILE'
def parse; end
__END__
words
FILE
phase '"src/a.rb defines `parse`"'
repo
goals
passes
