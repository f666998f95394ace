"""Everything that an agent or a gate could try against what decides about it. Prints one line for each way: kept, or OPEN.
usage: attack.py STATE_DIR"""
import ctypes
import os
import signal
import subprocess
import sys

state = sys.argv[1]
libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_BIND, MNT_DETACH = 4096, 2
open_ways = []


def way(name, attempt):
    """`attempt` returns something true if it got through."""
    try:
        through = attempt()
    except (OSError, ValueError, subprocess.SubprocessError):
        through = False
    if through:
        open_ways.append(name)
    print(("OPEN  " if through else "kept  ") + name)


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
            if b"assay" in open("/proc/%s/cmdline" % pid, "rb").read() or pid == "1":
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
        if (b"assay" in words and b"verify" in words) or pid == "1":
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
sys.exit(1 if open_ways else 0)
