# Files and folders below HOME are moved as ever, also those beside the state.
. "$ATTACKS/words-reach.sh"
kept_home
cat >move.sh <<'M'
set -e
mkdir -p ~/.local/share/tool ~/.cache/a
echo x >~/.local/share/tool/f
mv ~/.local/share/tool ~/.local/share/tool2
mv ~/.cache/a ~/.cache/b
mv ~/.local/share/tool2/f ~/f
ln ~/f ~/g
python3 -c 'import os; os.rename(os.path.expanduser("~/g"), os.path.expanduser("~/h"))'
git -c user.name=a -c user.email=b init -q ~/repo
git config --global user.name somebody
test "$(cat ~/h)" = x
M
echo ok >file; repo
unset GIT_CONFIG_GLOBAL
gate move 'env -u GIT_CONFIG_GLOBAL sh move.sh'
verify
passes
