# Root inside writes what root runs outside: a library for every program, a crontab, git itself. Gain: everything.
. "$ATTACKS/words-reach.sh"
echo ok >file; repo
cat >write.sh <<'W'
test "$(id -u)" -eq 0 || exit 0
bad=0
for path in /etc/ld.so.preload /etc/cron.d/attack /etc/profile.d/attack.sh /usr/bin/git /usr/lib/attack /usr/sbin/attack /boot/attack /var/spool/cron/attack /run/systemd/attack; do
  test -d "$(dirname $path)" || continue
  there=no; test -e $path && there=yes
  if (: >>$path) 2>/dev/null; then echo "wrote $path"; bad=1; test $there = yes || rm -f $path; fi
done
mv /etc/cron.d /etc/cron.e 2>/dev/null && { echo "moved a folder"; mv /etc/cron.e /etc/cron.d; bad=1; }
mount -o remount,rw /etc 2>/dev/null && { echo "mounted anew"; bad=1; }
unshare -m sh -c 'umount /etc; mount -o remount,bind,rw /usr' 2>/dev/null && { echo "opened"; bad=1; }
exit $bad
W
gate write 'sh write.sh'
for mechanism in '' landlock; do
  export ASSAY_TEST_ISOLATION=$mechanism; [ -n "$mechanism" ] || unset ASSAY_TEST_ISOLATION
  verify
  [ "$status" -eq 0 ] || { assay logs last; fail "the system can be written"; }
done
status=1; caught 'PASS'
