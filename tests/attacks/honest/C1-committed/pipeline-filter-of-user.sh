# SPDX-License-Identifier: MIT
# A project with an encrypted file that no task touches.
. "$ATTACKS/words-pipeline.sh"
shop
echo plain >secret.txt; echo 'secret.txt filter=rot' >.gitattributes
git config filter.rot.clean 'tr a-z n-za-m'; git config filter.rot.smudge 'tr a-z n-za-m'; save
pipeline
passes
committed shipping.py
[ "$(git cat-file blob HEAD:secret.txt)" = cynva ] || fail "the secret was committed in the clear"
[ -z "$(git status --porcelain)" ] || fail "not clean: $(git status --porcelain)"
