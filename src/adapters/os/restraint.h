// SPDX-License-Identifier: MIT
// What a process gives up for itself and all its descendants where it sees those of others: rights
// over the machine, and over limits of others. For one that is about to become another program:
// only system calls.
#pragma once

namespace assay::os {

/// Of root: what reaches past files and its own processes (modules, disks, the clock, tracing).
/// Chown, setuid, kill, chroot and low ports stay. Nothing for others. 0, or an errno.
int drop_rights_over_machine();

/// Limits of other processes cannot be set any more: the same user may, and one of processor time
/// ends whoever it is set for. Needs no_new_privs. 0, or an errno.
int leave_limits_of_others();

}  // namespace assay::os
