# Members of a group work where their Verify can run: the set-up is made once for both.
. "$ATTACKS/words-copies.sh"
. "$ATTACKS/words-loop.sh"
mkdir -p specs/demo
cat >specs/demo/tasks.md <<'S'
- [ ] 1.1 [P] one
  - **Do**: write one.sh
  - **Files**: `one.sh`
  - **Done when**: it is there
  - **Verify**: `sh modules/dep one.sh`
  - **Commit**: `feat: one`
- [ ] 1.2 [P] two
  - **Do**: write two.sh
  - **Files**: `two.sh`
  - **Done when**: it is there
  - **Verify**: `sh modules/dep two.sh`
  - **Commit**: `feat: two`
S
echo modules/ >.gitignore
loop_repo
agent <<'A'
case $ASSAY_TASK_ID in 1.1) name=one ;; *) name=two ;; esac
echo 1 >$name.sh; git add $name.sh; git commit -q -m "feat: $name"
A
cat >>assay.yaml <<Y
workspace: {setup: "echo x >> $BOX/setups; mkdir modules && echo 'test -f \$1' > modules/dep", setup_inputs: [assay.yaml]}
Y
git commit -q -am workspace
mkdir modules; echo 'test -f $1' >modules/dep
loop
passes
[ "$(wc -l <"$BOX/setups")" -eq 1 ] || fail "set up $(wc -l <"$BOX/setups") times"
