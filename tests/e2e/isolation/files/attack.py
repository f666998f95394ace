"""Everything that an agent or a gate could try against what decides about it. Prints one line for each way: kept, or OPEN.
usage: attack.py STATE_DIR MECHANISM OTHER_STATE SOCKET: how it is kept (namespaces or landlock), the state of another workspace,
and the name of an abstract socket of a program outside that hands the state out to whoever asks."""
import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys
import termios

state, mechanism, other_state, passer = sys.argv[1:5]
root = os.geteuid() == 0
libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_BIND, MNT_DETACH = 4096, 2
open_ways = []


def way(name, attempt, told=False):
    """`attempt` returns something true if it got through. `told`: every verdict of such a run says that this is open."""
    try:
        through = attempt()
    except (OSError, ValueError, subprocess.SubprocessError):
        through = False
    if through and not told:
        open_ways.append(name)
    print(("OPEN  " if through and not told else "kept  ") + name, flush=True)


def call(function, *arguments):
    if getattr(libc, function)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), function)
    return True


def has_secret(root=""):
    """Whether anything of the real state can be read below `root`; what shells tell the observer is theirs."""
    for folder, _, files in os.walk(root + state):
        for file in files:
            if not folder.endswith(".observer") and open(os.path.join(folder, file), "rb").read(1) is not None:
                return True
    return False


def in_child(attempt):
    """What changes the process itself is tried in another one."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if attempt() else 1
        except BaseException:
            pass
        os._exit(code)
    return os.waitpid(child, 0)[1] == 0


def strangers():
    own = {os.getpid()}
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in own:
            yield name


def unmounted():
    call("umount2", state.encode(), MNT_DETACH)
    return has_secret()


def unmounted_elsewhere():
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    return unmounted()


def copied_elsewhere():
    """A mount of the folder around it, without what is mounted below."""
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    os.makedirs("elsewhere", exist_ok=True)
    call("mount", os.path.dirname(state).encode(), b"elsewhere", None, MS_BIND, None)
    return bool(os.listdir("elsewhere/" + os.path.basename(state)))


def mounted_over():
    call("mount", b"/tmp", state.encode(), None, MS_BIND, None)
    return True


def out_of_root():
    call("unshare", CLONE_NEWUSER)
    os.makedirs("jail", exist_ok=True)
    here = os.open("/", os.O_RDONLY)
    os.chroot("jail")
    os.fchdir(here)
    os.chroot(".")
    return has_secret()


def around(link):
    for pid in strangers():
        try:
            if has_secret("/proc/%s/%s" % (pid, link)):
                return True
        except OSError:
            pass
    return False


def descriptors_of_others():
    for pid in strangers():
        try:
            for name in os.listdir("/proc/%s/fd" % pid):
                if state in os.readlink("/proc/%s/fd/%s" % (pid, name)):
                    return True
        except OSError:
            pass
    return False


def memory_of_assay():
    for pid in strangers():
        try:
            words = open("/proc/%s/cmdline" % pid, "rb").read().split(b"\0")
            if os.path.basename(words[0]) == b"assay" or pid == "1":
                with open("/proc/%s/mem" % pid, "rb"):
                    return True
        except OSError:
            pass
    return False


def traced():
    for pid in strangers():
        try:
            words = open("/proc/%s/cmdline" % pid, "rb").read()
        except OSError:
            continue
        if os.path.basename(words.split(b"\0")[0]) == b"assay" or pid == "1":
            if libc.ptrace(16, int(pid), None, None) == 0:  # PTRACE_ATTACH
                libc.ptrace(17, int(pid), None, None)
                return True
    return False


def killed_assay():
    for pid in strangers():
        try:
            if pid == "1":
                continue
            words = open("/proc/%s/cmdline" % pid, "rb").read().split(b"\0")
        except OSError:
            continue
        if os.path.basename(words[0]) == b"assay":
            os.kill(int(pid), signal.SIGKILL)
            return True
    os.kill(1, signal.SIGKILL)  # the first process of a room lives on, or this would be the end
    return False


def inherited():
    return [fd for fd in os.listdir("/proc/self/fd")
            if int(fd) > 2 and "/proc/" not in os.readlink("/proc/self/fd/" + fd)]


def by_handle():
    handle = ctypes.create_string_buffer(8 + 128)
    ctypes.memmove(handle, (128).to_bytes(4, "little"), 4)
    mount = ctypes.c_int()
    call("name_to_handle_at", -100, (state + "/ledger.db").encode(), handle, ctypes.byref(mount), 0)
    here = os.open(".", os.O_RDONLY)
    return libc.open_by_handle_at(here, handle, os.O_RDONLY) >= 0


def raw_disk():
    for line in open("/proc/partitions"):
        words = line.split()
        if len(words) == 4 and words[3] != "name":
            try:
                if open("/dev/" + words[3], "rb").read(16):
                    return True
            except OSError:
                pass
    return False


# --- more ways to read and write

SYS = {"x86_64": dict(openat2=437, io_uring_setup=425, io_uring_enter=426, process_vm_readv=310, process_vm_writev=311,
                      pidfd_open=434, pidfd_getfd=438, pidfd_send_signal=424, open_tree=428, move_mount=429, fsopen=430,
                      mount_setattr=442, kcmp=312, perf_event_open=298, bpf=321, init_module=175, kexec_load=246, keyctl=250,
                      renameat2=316, process_madvise=440, rt_sigqueueinfo=129, tgkill=234, acct=163, swapoff=168,
                      move_pages=279, userfaultfd=323, sched_setaffinity=203),
       "aarch64": dict(openat2=437, io_uring_setup=425, io_uring_enter=426, process_vm_readv=270, process_vm_writev=271,
                       pidfd_open=434, pidfd_getfd=438, pidfd_send_signal=424, open_tree=428, move_mount=429, fsopen=430,
                       mount_setattr=442, kcmp=272, perf_event_open=241, bpf=280, init_module=105, kexec_load=104, keyctl=219,
                       renameat2=276, process_madvise=440, rt_sigqueueinfo=138, tgkill=131, acct=89, swapoff=225,
                       move_pages=239, userfaultfd=282, sched_setaffinity=122)}[os.uname().machine]


def system(name, *arguments):
    """The system call itself: no library stands between."""
    result = libc.syscall(ctypes.c_long(SYS[name]), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result == -1:
        raise OSError(ctypes.get_errno(), name)
    return result


def coordinators():
    """Processes of assay outside, where they can be seen at all."""
    for pid in strangers():
        try:
            words = open("/proc/%s/cmdline" % pid, "rb").read().split(b"\0")
        except OSError:
            continue
        if os.path.basename(words[0]) == b"assay" or (pid == "1" and mechanism == "namespaces"):
            yield int(pid)


def against_assay(attempt, first=True):
    """Whether the attempt gets through for any of them. `first`: also for the first process of a room, a fork of assay's: whoever
    ends that one ends all attempts of the room, itself among them, and it is recorded that they were killed."""
    for pid in coordinators():
        try:
            if pid == 1 and not first:
                continue
            if attempt(pid):
                return True
        except OSError:
            pass
    return False


def by_io_uring():
    """The kernel opens the file for us."""
    parameters = ctypes.create_string_buffer(120)
    ring = system("io_uring_setup", 4, parameters)
    words = struct.unpack("30I", parameters.raw)
    sq = dict(zip(("head", "tail", "mask", "entries", "flags", "dropped", "array"), words[10:17]))
    cq = dict(zip(("head", "tail", "mask", "entries", "overflow", "cqes"), words[20:26]))
    submitted = mmap.mmap(ring, sq["array"] + 4 * words[0], offset=0)
    completed = mmap.mmap(ring, cq["cqes"] + 16 * words[1], offset=0x8000000)
    entries = mmap.mmap(ring, 64 * words[0], offset=0x10000000)
    path = ctypes.create_string_buffer((state + "/ledger.db").encode())
    entries[0:64] = struct.pack("=BBHiQQIIQ", 18, 0, 0, -100, 0, ctypes.addressof(path), 0, 0, 7).ljust(64, b"\0")
    submitted[sq["array"]:sq["array"] + 4] = struct.pack("I", 0)
    submitted[sq["tail"]:sq["tail"] + 4] = struct.pack("I", 1)
    system("io_uring_enter", ring, 1, 1, 1, None, 0)
    result = struct.unpack_from("i", completed, cq["cqes"] + 8)[0]
    return result >= 0


def by_openat2():
    how = struct.pack("QQQ", os.O_RDONLY, 0, 0)
    return system("openat2", -100, (state + "/ledger.db").encode(), how, 24) >= 0


def by_path_descriptor():
    """A descriptor that reads nothing, opened again by its name in /proc."""
    handle = os.open(state + "/ledger.db", os.O_PATH)
    return os.open("/proc/self/fd/%d" % handle, os.O_RDONLY) >= 0


def linked_by_descriptor():
    handle = os.open(state + "/ledger.db", os.O_PATH)
    return libc.linkat(handle, b"", -100, b"ledger-by-fd", 0x1000) == 0 and open("ledger-by-fd", "rb").read(1)


def through_link():
    if os.path.lexists("leads"):
        os.remove("leads")
    os.symlink(state, "leads")
    return open("leads/ledger.db", "rb").read(1)


def exchanged():
    os.makedirs("exchange", exist_ok=True)
    return system("renameat2", -100, state.encode(), -100, b"exchange", 2) == 0


def folders_above(attempt):
    folder = os.path.dirname(state)
    while len(folder) > 1:
        try:
            attempt(folder)
            return True
        except OSError:
            folder = os.path.dirname(folder)
    return False


def memory_read(pid):
    buffer = ctypes.create_string_buffer(64)
    start = 0x400000
    local = struct.pack("PL", ctypes.addressof(buffer), 64)
    remote = struct.pack("PL", start, 64)
    return system("process_vm_readv", pid, local, 1, remote, 1, 0) > 0


def memory_written(pid):
    buffer = ctypes.create_string_buffer(b"x" * 8)
    return system("process_vm_writev", pid, struct.pack("PL", ctypes.addressof(buffer), 8), 1,
                  struct.pack("PL", 0x400000, 8), 1, 0) > 0


def descriptor_taken(pid):
    process = system("pidfd_open", pid, 0)
    for number in range(3, 64):
        try:
            if system("pidfd_getfd", process, number, 0) >= 0:
                return True
        except OSError:
            pass
    return False


def seized(pid):
    if libc.ptrace(0x4206, pid, None, None) == 0:
        libc.ptrace(17, pid, None, None)
        return True
    return False


def read_of(file):
    return lambda pid: open("/proc/%d/%s" % (pid, file), "rb").read(1)


def written_to(file, text):
    def attempt(pid):
        with open("/proc/%d/%s" % (pid, file), "w") as out:
            out.write(text)
        return True
    return attempt


def joined(kind):
    def attempt(pid):
        space = os.open("/proc/%d/ns/%s" % (pid, kind), os.O_RDONLY)
        if os.fstat(space).st_ino == os.stat("/proc/self/ns/" + kind).st_ino:
            return False
        call("setns", space, 0)
        return has_secret()
    return lambda pid: in_child(lambda: attempt(pid))


def joined_by_process(pid):
    def attempt():
        call("setns", system("pidfd_open", pid, 0), CLONE_NEWNS)
        return has_secret()
    return in_child(attempt)


def limited(pid):
    """A limit of processor time ends whoever it is set for."""
    before = resource.prlimit(pid, resource.RLIMIT_NPROC)
    resource.prlimit(pid, resource.RLIMIT_NPROC, before)
    return True


def signalled_by_descriptor(pid):
    return system("pidfd_send_signal", system("pidfd_open", pid, 0), 9, None, 0) == 0 and mechanism != "namespaces"


def queued(pid):
    info = struct.pack("iii", 9, 0, -1).ljust(128, b"\0")
    return system("rt_sigqueueinfo", pid, 9, info) == 0 and mechanism != "namespaces"


def thread_killed(pid):
    return system("tgkill", pid, pid, 9) == 0 and mechanism != "namespaces"


def group_killed(pid):
    os.killpg(os.getpgid(pid), 9)
    return mechanism != "namespaces"


# --- mounts

def cloned_tree():
    """A copy of what is below the cover, without mounting anything."""
    tree = system("open_tree", -100, os.path.dirname(state).encode(), 1)
    return bool(os.listdir("/proc/self/fd/%d/%s" % (tree, os.path.basename(state))))


def cloned_tree_elsewhere():
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    return cloned_tree()


def all_of_it_elsewhere():
    """The whole tree of files once more, with all mounts, and then each of them taken away."""
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    os.makedirs("elsewhere", exist_ok=True)
    call("mount", b"/", b"elsewhere", None, MS_BIND | 16384, None)
    here = os.path.abspath("elsewhere")
    for point in (state, os.path.dirname(state)):
        libc.umount2((here + point).encode(), MNT_DETACH)
    return has_secret(here)


def made_writable():
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    call("mount", None, state.encode(), None, 32 | MS_BIND, None)
    open(state + "/planted", "w")
    return has_secret()


def propagated():
    """A mount that those outside would see."""
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    call("mount", None, b"/", None, (1 << 20) | 16384, None)
    call("mount", b"/tmp", os.path.dirname(state).encode(), None, MS_BIND, None)
    for pid in coordinators():
        if os.stat("/proc/%d/root/%s" % (pid, os.path.dirname(state))).st_ino == os.stat("/tmp").st_ino:
            return True
    return False


def many_namespaces_deep():
    for _ in range(8):
        call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
        libc.umount2(state.encode(), MNT_DETACH)
    return has_secret()


def process_list_of_all():
    """A /proc that would show the processes outside."""
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    os.makedirs("elsewhere", exist_ok=True)
    call("mount", b"proc", b"elsewhere", b"proc", 0, None)
    return any(os.path.exists("elsewhere/%s/root%s/ledger.db" % (pid, state)) for pid in os.listdir("elsewhere"))


def overlaid():
    """The cover as the upper layer: what is below shines through."""
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    for name in ("upper", "work", "elsewhere"):
        os.makedirs(name, exist_ok=True)
    here = os.getcwd()
    call("mount", b"overlay", b"elsewhere", b"overlay", 0,
         ("lowerdir=%s,upperdir=%s/upper,workdir=%s/work,userxattr" % (os.path.dirname(state), here, here)).encode())
    return bool(os.listdir("elsewhere/" + os.path.basename(state)))


def handle_of_root():
    """By number: the first folders of each file system, whatever is mounted over them."""
    here = os.open(".", os.O_RDONLY)
    for number in (2, 64, 128, 256):
        for kind in (1, 0x81):
            handle = struct.pack("iiII", 8, kind, number, 0)
            found = libc.open_by_handle_at(here, ctypes.create_string_buffer(handle), os.O_RDONLY)
            if found >= 0 and os.path.exists("/proc/self/fd/%d%s/ledger.db" % (found, state)):
                return True
    return False


def disk_by_own_node():
    for line in open("/proc/partitions"):
        words = line.split()
        if len(words) == 4 and words[0].isdigit():
            name = "node-" + words[3]
            os.mknod(name, stat.S_IFBLK | 0o600, os.makedev(int(words[0]), int(words[1])))
            try:
                return open(name, "rb").read(16)
            finally:
                os.remove(name)
    return False


def memory_by_own_node():
    os.mknod("node-mem", stat.S_IFCHR | 0o600, os.makedev(1, 1))
    try:
        return open("node-mem", "rb").read(16)
    finally:
        os.remove("node-mem")


# --- what the kernel and others do for whoever asks

def written_again(path):
    """Whether a setting can be written: with what it is already."""
    def attempt():
        text = open(path, "rb").read()
        with open(path, "wb") as out:
            out.write(text)
        return True
    return attempt


def starts_by_cgroup():
    for line in open("/proc/mounts"):
        point = line.split()[1]
        agent = point + "/release_agent"
        if os.path.exists(agent):
            return written_again(agent)()
    return False


def moved_in_cgroup(pid):
    for folder, _, files in os.walk("/sys/fs/cgroup"):
        if "cgroup.procs" in files:
            with open(folder + "/cgroup.procs", "w") as out:
                out.write(str(pid))
            return True
        if folder.count("/") > 6:
            break
    return False


def handler_registered():
    """A program the kernel starts for files of some kind, whoever executes them."""
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS) if not os.path.exists("/proc/sys/fs/binfmt_misc/register") else None
    with open("/proc/sys/fs/binfmt_misc/register", "w") as out:
        out.write(":assay-attack:M::assay-attack::/bin/true:")
    return True


def module_loaded():
    try:
        system("init_module", b"x", 1, b"")
    except OSError as problem:
        return problem.errno == 8  # ENOEXEC: it would have been taken
    return True


def other_kernel():
    try:
        system("kexec_load", 0, 0, None, 0)
        return True
    except OSError:
        return False


def watched(pid):
    attributes = bytearray(128)
    struct.pack_into("II", attributes, 0, 1, 128)
    return system("perf_event_open", bytes(attributes), pid, -1, -1, 0) >= 0


def compared(pid):
    return system("kcmp", pid, os.getpid(), 0, 0, 0) >= 0


def clock_set():
    now = struct.pack("qq", 0, 0)
    return libc.clock_settime(0, now) == 0


def named_otherwise():
    name = socket.gethostname().encode()
    return libc.sethostname(name, len(name)) == 0


def accounted():
    return system("acct", None) == 0


def typed():
    """Keys pressed at terminals of whoever runs assay."""
    for name in ["/dev/tty", "/dev/console"] + ["/dev/pts/" + each for each in os.listdir("/dev/pts")]:
        try:
            terminal = os.open(name, os.O_RDWR | os.O_NOCTTY)
            fcntl.ioctl(terminal, termios.TIOCSTI, b"#")
            return True
        except OSError:
            pass
    return False


def handed_over():
    """A program outside that gives the state to whoever asks, over a name that no file system has."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(2)
    line.connect("\0" + passer)
    _, received, _, _ = socket.recv_fds(line, 16, 1)
    return bool(received) and bool(os.listdir("/proc/self/fd/%d" % received[0]))


def bus_of(path):
    def attempt():
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.settimeout(2)
        line.connect(path)
        return True
    return attempt


def keys_of_session():
    """Keys that whoever runs assay holds in the kernel."""
    held = open("/proc/keys").read()
    return "assay" in held


def reached_page(pid):
    return system("move_pages", pid, 1, struct.pack("P", 0x400000), struct.pack("i", 0), struct.pack("i", 0), 0) == 0


def advised(pid):
    process = system("pidfd_open", pid, 0)
    return system("process_madvise", process, struct.pack("PL", 0x400000, 4096), 1, 20, 0) > 0


def system_file(path):
    """Something that root outside runs or obeys."""
    def attempt():
        if not root:
            return False
        if os.path.isdir(path):
            probe = path + "/assay-attack"
            open(probe, "w").close()
            os.remove(probe)
            return True
        existed = os.path.exists(path)
        open(path, "a").close()
        if not existed:
            os.remove(path)
        return True
    return attempt


def folder_of_system_moved():
    for folder in ("/etc", "/usr", "/usr/bin"):
        try:
            os.rename(folder, folder + "-away")
            os.rename(folder + "-away", folder)
            return True
        except OSError:
            pass
    return False


def settings_of_user():
    return open(os.path.expanduser("~/.config/assay/config.yaml")).read()


def leased():
    """A lease on what assay opens next holds up whoever opens it: it must go with its holder."""
    handle = os.open("leased", os.O_RDWR | os.O_CREAT)
    fcntl.fcntl(handle, 1024, fcntl.F_WRLCK)  # F_SETLEASE
    return False


def watches_used_up():
    """As many watches as the user may have; assay needs none to end."""
    for _ in range(4096):
        if libc.inotify_init1(0) < 0:
            break
    return False


def descriptors_of_all():
    """Whether other users' limits on open files can be lowered for everybody."""
    return written_again("/proc/sys/fs/file-max")()


by_landlock = mechanism == "landlock"
kernel_told = by_landlock and root


way("read the state", has_secret)
way("write the ledger", lambda: open(state + "/ledger.db", "r+b"))
way("empty the ledger", lambda: os.truncate(state + "/ledger.db", 0) is None)
way("remove the ledger", lambda: os.remove(state + "/ledger.db") is None)
way("plant a file", lambda: open(state + "/planted", "w"))
way("rename the state", lambda: os.rename(state, state + "-away") is None)
way("link the ledger", lambda: os.link(state + "/ledger.db", "ledger-link") is None)
way("unmount", unmounted)
way("unmount in namespaces of its own", lambda: in_child(unmounted_elsewhere))
way("mount what is around it elsewhere", lambda: in_child(copied_elsewhere))
way("mount over it", mounted_over)
way("leave by chroot", lambda: in_child(out_of_root))
way("/proc/PID/root of others", lambda: around("root"))
way("/proc/PID/cwd of others", lambda: around("cwd/../.."))
way("/proc/PID/fd of others", descriptors_of_others)
way("/proc/PID/mem of assay", memory_of_assay)
way("trace assay", traced)
way("kill assay", killed_assay)
way("descriptors left open", inherited)
way("open by handle", by_handle)
way("read the disk itself", raw_disk)
way("rename the folder around the state", lambda: os.rename(os.path.dirname(state), os.path.dirname(state) + "-away") is None)
way("read another workspace's state", lambda: os.listdir(other_state) and open(other_state + "/ledger.db").read(1))
way("write another workspace's state", lambda: open(other_state + "/ledger.db", "r+"))
way("settings of the user", settings_of_user)
way("io_uring", by_io_uring)
way("openat2", by_openat2)
way("a descriptor without rights, opened again", by_path_descriptor)
way("a hard link by descriptor", linked_by_descriptor)
way("a link of the workspace", through_link)
way("exchange the state for another folder", exchanged)
way("rename any folder above", lambda: folders_above(lambda each: os.rename(each, each + "-away")))
way("process_vm_readv", lambda: against_assay(memory_read))
way("process_vm_writev", lambda: against_assay(memory_written))
way("pidfd_getfd", lambda: against_assay(descriptor_taken))
way("seize assay", lambda: against_assay(seized))
way("environment of assay", lambda: against_assay(read_of("environ")))
way("maps of assay", lambda: against_assay(read_of("maps")))
way("stack of assay", lambda: against_assay(read_of("stack")))
way("system call of assay", lambda: against_assay(read_of("syscall")))
way("offer assay to the kernel first", lambda: against_assay(written_to("oom_score_adj", "1000"), first=False), kernel_told)
way("what assay dumps", lambda: against_assay(written_to("coredump_filter", "0xff"), first=False), kernel_told)
way("references of assay's memory", lambda: against_assay(written_to("clear_refs", "1"), first=False), kernel_told)
way("join assay's mounts", lambda: against_assay(joined("mnt")))
way("join assay's users", lambda: against_assay(joined("user")))
way("join assay's processes", lambda: against_assay(joined_by_process))
way("compare with assay", lambda: against_assay(compared))
way("count assay's events", lambda: against_assay(watched))
way("move assay's pages", lambda: against_assay(reached_page))
way("advise on assay's memory", lambda: against_assay(advised))
way("limits of assay", lambda: against_assay(limited, first=False))
way("a signal by descriptor", lambda: against_assay(signalled_by_descriptor))
way("a queued signal", lambda: against_assay(queued))
way("a signal to a thread", lambda: against_assay(thread_killed))
way("a signal to the group", lambda: against_assay(group_killed, first=False))
way("clone the mounts around the state", cloned_tree)
way("clone them in namespaces of its own", lambda: in_child(cloned_tree_elsewhere))
way("mount everything elsewhere", lambda: in_child(all_of_it_elsewhere))
way("make the cover writable", lambda: in_child(made_writable))
way("mounts that spread outside", lambda: in_child(propagated))
way("namespaces, eight deep", lambda: in_child(many_namespaces_deep))
way("a /proc of everybody", lambda: in_child(process_list_of_all))
way("an overlay of what is covered", lambda: in_child(overlaid))
way("folders by number", handle_of_root)
way("a disk by a node of its own", disk_by_own_node)
way("memory by a node of its own", memory_by_own_node)
way("memory of the machine", lambda: open("/dev/mem", "rb").read(16))
way("memory of the kernel", lambda: open("/proc/kcore", "rb").read(16), kernel_told)
way("core_pattern", written_again("/proc/sys/kernel/core_pattern"), kernel_told)
way("modprobe", written_again("/proc/sys/kernel/modprobe"), kernel_told)
way("hotplug", written_again("/sys/kernel/uevent_helper"), kernel_told)
way("sysrq", lambda: open("/proc/sysrq-trigger", "w"), kernel_told)
way("descriptors of all", descriptors_of_all, kernel_told)
way("release_agent", starts_by_cgroup, kernel_told)
way("move assay in its cgroup", lambda: against_assay(moved_in_cgroup), kernel_told)
way("binfmt_misc", lambda: in_child(handler_registered), kernel_told)
way("load a module", module_loaded)
way("load another kernel", other_kernel)
way("set the clock", clock_set)
way("name the machine otherwise", named_otherwise)
way("account for processes", accounted)
way("type at terminals", typed)
way("a program outside that hands over the state", handed_over)
way("the system bus", bus_of("/run/dbus/system_bus_socket"), not root)
way("the session bus", bus_of("/run/user/%d/bus" % os.geteuid()))
way("systemd's private socket", bus_of("/run/systemd/private"))
way("keys in the kernel", keys_of_session)
for path in ("/etc", "/etc/ld.so.preload", "/etc/cron.d", "/etc/crontab", "/etc/profile.d", "/var/spool", "/usr/bin", "/usr/bin/git",
             "/usr/lib", "/bin/sh", "/etc/passwd", "/etc/systemd/system", "/run/systemd/system", "/boot", "/var/lib/dpkg"):
    way("system: " + path, system_file(path))
way("move folders of the system", folder_of_system_moved)
way("leases", leased)
way("watches", watches_used_up)
sys.exit(1 if open_ways else 0)
