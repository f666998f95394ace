# Root inside names a program that the kernel starts outside when something crashes (kernel.core_pattern). Gain: everything.
. "$ATTACKS/words-reach.sh"
echo ok >file; repo
gate set 'test "$(id -u)" -ne 0 || ! cat /proc/sys/kernel/core_pattern >/proc/sys/kernel/core_pattern'
gate nested 'test "$(id -u)" -ne 0 || ! unshare -Urmpf sh -c "mount -t proc proc /proc && cat /proc/sys/kernel/core_pattern >/proc/sys/kernel/core_pattern"'
verify
[ "$status" -eq 0 ] || fail "the settings of the kernel can be written"
status=1; caught 'PASS'
