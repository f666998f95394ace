# SPDX-License-Identifier: MIT
# The same where it counts.
. "$ATTACKS/words-goals.sh"
mkdir -p src
cat >src/a.pl <<'FILE'
=pod

words

=cut

sub parse {}
1;
FILE
phase '"src/a.pl defines `parse`"'
repo
goals
passes
