// SPDX-License-Identifier: MIT
#include "adapters/os/restraint.h"

#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace assay::os {

namespace {

constexpr unsigned over_machine[] = {
    CAP_SYS_MODULE,      CAP_SYS_RAWIO, CAP_SYS_BOOT,   CAP_SYS_TIME,          CAP_SYS_ADMIN,
    CAP_SYS_PTRACE,      CAP_MKNOD,     CAP_SYS_PACCT,  CAP_SYS_RESOURCE,      CAP_MAC_ADMIN,
    CAP_MAC_OVERRIDE,    CAP_SYSLOG,    CAP_WAKE_ALARM, CAP_BLOCK_SUSPEND,     CAP_AUDIT_CONTROL,
    CAP_DAC_READ_SEARCH, CAP_BPF,       CAP_PERFMON,    CAP_CHECKPOINT_RESTORE};

#if defined(__x86_64__)
constexpr std::uint32_t own_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_machine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t own_machine = 0;
#endif
constexpr std::uint32_t prlimit_of_i386 = 340;

constexpr std::uint32_t offset_of_argument(unsigned number, unsigned half) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) + number * 8 + half * 4;
}

}  // namespace

int drop_rights_over_machine() {
  if (::geteuid() != 0) return 0;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct rights[_LINUX_CAPABILITY_U32S_3] = {};
  if (::syscall(SYS_capget, &header, rights) != 0) return errno;
  for (const unsigned right : over_machine) {
    // Newer than the kernel, or given up already.
    ::prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_LOWER, right, 0, 0);
    const std::uint32_t mask = ~(std::uint32_t{1} << (right % 32));
    __user_cap_data_struct& part = rights[right / 32];
    part.effective &= mask;
    part.permitted &= mask;
    part.inheritable &= mask;
  }
  return ::syscall(SYS_capset, &header, rights) == 0 ? 0 : errno;
}

int leave_limits_of_others() {
  constexpr auto machine = static_cast<std::uint32_t>(offsetof(seccomp_data, arch));
  constexpr auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
  // Its own is number 0; who only asks gives no new limit.
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, machine),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_I386, 0, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, prlimit_of_i386, 3, 9),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_machine, 0, 8),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 6),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_argument(0, 0)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_argument(2, 0)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_argument(2, 1)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  const sock_fprog program{static_cast<unsigned short>(sizeof steps / sizeof *steps), steps};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

}  // namespace assay::os
