# The set-up of the copies fails: no agent is started.
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
workspace: {setup: "echo broken registry; exit 9", setup_inputs: [assay.yaml]}
Y
git commit -q -am workspace
mkdir modules; echo 'test -f $1' >modules/dep
loop
[ ! -e "$BOX/agent.log" ] || fail "an agent was started"
caught 'set-up of the copy failed \(exit 9\)'
