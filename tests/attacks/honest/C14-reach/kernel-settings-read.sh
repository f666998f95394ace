# Programs read settings of the kernel and of devices, and make namespaces, as ever.
. "$ATTACKS/words-reach.sh"
echo ok >file; repo
gate read 'cat /proc/sys/kernel/pid_max /proc/sys/kernel/random/uuid && ls /sys/class >/dev/null'
gate nested 'unshare -Ur true'
gate own 'echo 900 >/proc/self/oom_score_adj && grep -q 900 /proc/self/oom_score_adj'
verify
passes
