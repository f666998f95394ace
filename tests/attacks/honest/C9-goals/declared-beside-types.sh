# SPDX-License-Identifier: MIT
# What stands below imports for a type checker is there.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from x import y\ndef parse_all(): pass\n' >src/a.py
phase '"src/a.py defines `parse_all`"'
repo
goals
passes
