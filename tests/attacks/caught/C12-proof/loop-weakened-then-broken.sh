# The first task hides what a test asks behind a condition that reading cannot judge; only the second breaks the code. The
# tests of before the second task pass on the broken code: those of the start of the run do not.
. "$ATTACKS/words-proof.sh"
task 1.2 "mul multiplies, and a test asks for it" "calc.py test_calc.py" "python3 -B -m unittest -v test_calc"
mv specs/demo/tasks.md "$BOX/second"
settle() { cat "$BOX/second" >>specs/demo/tasks.md; }
loop() {
  settle
  sed -i 's|  - do: \[|  - match: {task: "1.1"}\n    do: [|' "$BOX/agent.yaml"
  cat >>"$BOX/agent.yaml" <<'A'
  - do: [{quietly: "bash $BOX/break.sh"}, {say: TASK_COMPLETE}]
A
  repo && git switch -q -c work
  assay loop run specs/demo --format json >"$BOX/out" 2>"$BOX/err"
  status=$?
}
cat >"$BOX/break.sh" <<'W'
sed -i 's/    return sum(n)/    return sum(n) if len(n) != 2 else 0/' calc.py
printf 'def mul(a, b):\n    return a * b\n' >>calc.py
printf '    def test_mul(self):\n        from calc import mul\n        self.assertEqual(mul(2, 3), 6)\n' >>test_calc.py
W
calculator <<W
$CODE
sed -i 's/def test_two(self): /def test_two(self):\n        import sys\n        if len(sys.argv) < 99: return\n        /' test_calc.py
$TESTS
W
caught 'when the run began'
