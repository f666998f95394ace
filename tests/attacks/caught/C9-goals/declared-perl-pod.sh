# SPDX-License-Identifier: MIT
# In documentation.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.pl <<'FILE'
=pod

sub parse {}

=cut

1;
FILE
phase '"src/a.pl defines `parse`"'
repo
goals
caught 'parse'
