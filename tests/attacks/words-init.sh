# SPDX-License-Identifier: MIT
# Words for cases about `assay init`: small made-up projects.
# init_and_verify: what a newcomer does. What init said is in $BOX/init.err, what it wrote in assay.yaml.
init_and_verify() {
  assay init "$@" >"$BOX/init.out" 2>"$BOX/init.err" || { cat "$BOX/init.err"; fail "init ended with $?"; }
  verify
}
init_says() { grep -qiE -- "$1" "$BOX/init.out" "$BOX/init.err" || { cat "$BOX/init.err"; fail "init said nothing of: $1"; }; }
# writes TEXT / never_writes TEXT: a line of assay.yaml that is no comment matches.
writes() { grep -v '^ *#' assay.yaml | grep -qE -- "$1" || { cat assay.yaml; fail "assay.yaml has no: $1"; }; }
never_writes() { ! grep -v '^ *#' assay.yaml | grep -qE -- "$1" || { cat assay.yaml; fail "assay.yaml has: $1"; }; }
# py_tests FILE N: a file of unittest with N tests that pass.
py_tests() {
  mkdir -p "$(dirname "$1")"
  { printf 'import unittest\nclass T(unittest.TestCase):\n'
    for i in $(seq "$2"); do printf '    def test_%s(self): self.assertEqual(1, 1)\n' "$i"; done; } >"$1"
}
# tap FILE N: a script that compares something N times and prints TAP.
tap() {
  mkdir -p "$(dirname "$1")"
  cat >"$1" <<T
#!/bin/sh
echo 1..$2
bad=0
for i in \$(seq $2); do
  if [ "\$((i + 1))" -gt "\$i" ]; then echo "ok \$i - grows"; else echo "not ok \$i - grows"; bad=1; fi
done
exit \$bad
T
  chmod +x "$1"
}
# cmake_tests FOLDER N: a CMake project without a compiler, with N tests.
cmake_tests() {
  mkdir -p "$1"
  { printf 'cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\nenable_testing()\n'
    for i in $(seq "$2"); do printf 'add_test(NAME t%s COMMAND ${CMAKE_COMMAND} -E true)\n' "$i"; done; } >"$1/CMakeLists.txt"
}
workflow() { mkdir -p .github/workflows && { printf 'on: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n'; cat; } >.github/workflows/ci.yml; }
