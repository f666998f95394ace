# A proof that needs what a set-up makes, sealed: code, and a test that notices it.
. "$ATTACKS/words-seals.sh"
adder "workspace: {setup: \"mkdir -p local && echo 6 >local/wanted\"}
isolation: {gates: sealed}"
printf '    def test_three(self): self.assertEqual(add(1, 2, 3), int(open("local/wanted").read()))\n' >>tests/test_calc.py
prove
passes
says '"proved"'
[ ! -e local ] || fail "the set-up was made in the workspace"
[ -z "$(ls -d "$ASSAY_STATE_DIR"/runs/*/work/* 2>/dev/null)" ] || fail "copies were left behind"
prove
passes
