# SPDX-License-Identifier: MIT
# A project whose files have CRLF where they are checked out.
. "$ATTACKS/words-pipeline.sh"
shop
echo '*.md text eol=crlf' >.gitattributes; save
plan 'task-01 shipping.py tests/test_shipping.py NOTES.md'
pipeline
passes
committed shipping.py NOTES.md
[ -z "$(git status --porcelain)" ] || fail "not clean: $(git status --porcelain)"
