# SPDX-License-Identifier: MIT
# What only a type checker sees is not there when it runs.
. "$ATTACKS/words-goals.sh"
mkdir src && printf 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    def parse_all(): pass\n' >src/a.py
phase '"src/a.py defines `parse_all`"'
repo
goals
caught 'nowhere'
