# SPDX-License-Identifier: MIT
# Variables of a gate that change how it works, not what it says.
printf 'check:\n\ttest "$(WHAT)" = this\n' >Makefile
repo
gate check 'make check' '"env": {"MAKEFLAGS": "-j2", "WHAT": "this"}'
verify
passes
