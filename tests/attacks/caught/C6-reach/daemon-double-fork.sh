# The same with a daemon that forgot its parents and its environment.
. "$ATTACKS/words-loop.sh"
loop_repo
agent <<'A'
calc FIVE && git commit -q -am 'fix: five'
python3 -c '
import os, sys
d = os.getcwd()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve("/bin/sh", ["sh", "-c", "cd %s; sleep 2; echo x >calc.sh" % d], {"PATH": "/usr/bin:/bin"})
    os._exit(0)
'
A
loop
sleep 2.5
asked=yes
[ "$(sh calc.sh 2>/dev/null)" = 5 ] || fail "the daemon has written"
