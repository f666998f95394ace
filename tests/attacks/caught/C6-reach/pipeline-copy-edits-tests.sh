# SPDX-License-Identifier: MIT
# An implementer beside another one edits the tests of the workspace.
. "$ATTACKS/words-pipeline.sh"
shop
plan 'task-01 shipping.py tests/test_shipping.py' 'task-02 docs/shipping.md'
works task-02 <<'SH'
mkdir -p docs; echo "# Shipping" >docs/shipping.md
[ "$main" = "$PWD" ] || sed -i 's/assertEqual(.*/assertTrue(True)/' "$main/tests/test_cart.py"
SH
pipeline
waits 'tests/test_cart.py: changed in the workspace by nobody this run knows'
