# Two tasks change the same code and the same test file, each with tests that notice it; the second moves a test of the first.
. "$ATTACKS/words-proof.sh"
task 1.2 "mul multiplies, and a test asks for it" "calc.py test_calc.py" "python3 -B -m unittest -v test_calc"
mv specs/demo/tasks.md "$BOX/second"
loop() {
  cat "$BOX/second" >>specs/demo/tasks.md
  sed -i 's|  - do: \[|  - match: {task: "1.1"}\n    do: [|' "$BOX/agent.yaml"
  cat >>"$BOX/agent.yaml" <<'A'
  - do: [{quietly: "bash $BOX/more.sh"}, {say: TASK_COMPLETE}]
A
  repo && git switch -q -c work
  assay loop run specs/demo --format json >"$BOX/out" 2>"$BOX/err"
  status=$?
}
cat >"$BOX/more.sh" <<'W'
printf 'def mul(a, b):\n    return a * b\n' >>calc.py
sed -i 's/test_three/test_add_three/' test_calc.py
printf '    def test_mul(self):\n        from calc import mul\n        self.assertEqual(mul(2, 3), 6)\n' >>test_calc.py
W
calculator <<W
$CODE
$TESTS
W
passes
