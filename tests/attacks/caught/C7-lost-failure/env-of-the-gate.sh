# SPDX-License-Identifier: MIT
# What may not stand before a command may not stand in its `env` either.
printf 'check:\n\tfalse\n' >Makefile
repo
for flags in -n --just-print -t --touch; do
  rm -f "$BOX/manifest.json" check
  gate check 'make check' "\"env\": {\"MAKEFLAGS\": \"$flags\"}"
  verify
  caught 'MAKEFLAGS'
done
