# What attempts of root write as ever: home, temporary folders, /usr/local, /var; and the system, where somebody asked for that.
. "$ATTACKS/words-reach.sh"
echo ok >file; repo
gate own 'for d in "$HOME" /tmp /var/tmp "$PWD"; do touch "$d/.try" && rm "$d/.try" || exit 1; done'
[ "$(id -u)" -ne 0 ] || gate install 'mkdir -p /usr/local/lib/assay-try && touch /usr/local/lib/assay-try/x && rm -r /usr/local/lib/assay-try'
gate read 'cat /etc/passwd >/dev/null && ls /usr/bin >/dev/null && python3 -c "import json"'
verify; passes
# By Landlock nothing is made directly in folders on the way to the state, here the home and /tmp.
sed -i 's/"$HOME" \/tmp \/var/\/var/; s/\\"$HOME\\" \/tmp //' "$BOX/manifest.json"
ASSAY_TEST_ISOLATION=landlock verify; passes
[ "$(id -u)" -eq 0 ] || return 0
rm -f "$BOX/manifest.json"
cat >assay.yaml <<'Y'
version: 1
verify: {commands: [{id: install, command: "touch /etc/assay-try && rm /etc/assay-try"}]}
isolation: {system: writable}
Y
assay verify >"$BOX/out" 2>"$BOX/err"; status=$?
passes
says 'root can write the system'
