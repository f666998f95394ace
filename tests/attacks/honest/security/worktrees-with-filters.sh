# Side by side in worktrees, in a project with a filter and a hook: both are of no concern to assay's own git.
. "$ATTACKS/words-loop.sh"
mkdir -p specs/demo
cat >specs/demo/tasks.md <<'T'
- [ ] 1.1 [P] five
  - **Do**: x
  - **Files**: `calc.sh`
  - **Done when**: x
  - **Verify**: `sh check.sh`
  - **Commit**: `fix: five`
- [ ] 1.2 [P] b
  - **Do**: x
  - **Files**: `b.txt`
  - **Done when**: x
  - **Verify**: `test -s b.txt`
  - **Commit**: `feat: b`
T
echo 'secret.txt filter=rot' >.gitattributes
echo plain >secret.txt
git init -q -b main . && git config filter.rot.clean 'tr a-z n-za-m' && git config filter.rot.smudge 'tr a-z n-za-m'
loop_repo
agent <<'E'
case $ASSAY_TASK_ID in
1.1) calc FIVE; git add calc.sh; git commit -q -m 'fix: five' ;;
1.2) test "$(cat secret.txt)" = plain && echo b >b.txt && git add b.txt && git commit -q -m 'feat: b' ;;
esac
E
loop
passes
clean_tree
test -s b.txt || fail "b.txt is not there"
