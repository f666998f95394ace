# SPDX-License-Identifier: MIT
# The status of a function or an eval is looked at by who called it, as libraries of tests do.
printf '#!/bin/sh\nexit 3\n' >refuses; chmod +x refuses
cat >lib.sh <<'L'
run_case() {
  eval >output 2>&1 "$2"
  ret="$?"
  if [ "$ret" = "$1" ]; then echo "ok - $2"; else echo "not ok - $2"; failed=1; fi
  return 0
}
plan() {
  local count=$1
  echo "1..$count"
  return $count
}
L
printf '. ./lib.sh\nplan 2\nrun_case 3 ./refuses\nrun_case 0 "test -f lib.sh"\nexit ${failed:-0}\n' >t.sh
repo
each_gate '' passes <<'E2'
f() { ./refuses; }; f; rc=$?; test $rc -eq 3
g() { f; }; f() { ./refuses; }; g; rc=$?; test $rc -eq 3
eval ./refuses; rc=$?; test $rc -eq 3
eval "eval ./refuses"; rc=$?; test $rc -eq 3
out=$(eval ./refuses); rc=$?; test $rc -eq 3
[ -z "$(grep nosuch lib.sh)" ]
[ -n "$(diff lib.sh t.sh)" ]
bash t.sh
E2
