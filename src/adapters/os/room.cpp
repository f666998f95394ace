// SPDX-License-Identifier: MIT
// The keeper of a room is a fork of ours that may only make system calls: another thread may have
// held a lock at that moment. Everything it does is written down for it beforehand.
#include "adapters/os/room.h"

#include "adapters/os/bytes.h"
#include "adapters/os/error.h"
#include "adapters/os/landlock.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

namespace assay::os {

namespace {

constexpr const char* fresh_size = "mode=0700,size=256m,nr_inodes=65536";
constexpr const char* hidden_size = "mode=0555,size=64k,nr_inodes=256";

// --- what is written down

enum class Do : std::uint8_t {
  cover_fresh,   ///< an empty folder over `path`
  cover_hidden,  ///< likewise, to be closed later
  blank,         ///< nothing over the file `path`
  remember,      ///< the tree at `path`, as number `slot`
  make_folder,
  make_file,
  put_back,     ///< number `slot` at `path`
  close,        ///< `path` cannot be written
  close_below,  ///< nor what is mounted below it
  close_all,    ///< nothing can
  reopen,       ///< `path`, and what is below it, can
  bind,         ///< `path` over itself, so that it is a mount
  processes,    ///< /proc of the room
  raise_loopback,
};

struct Task {
  Do what;
  std::string path = {};
  int slot = -1;
};

constexpr std::size_t slots_max = 512;

struct Maps {
  std::string users;
  std::string groups;
};

struct Script {
  std::vector<Task> tasks;
  Maps everybody;  ///< empty: it is not known who there is
  Maps ourselves;
  bool own_processes = true;
  bool own_network = false;
};

bool exists(const std::string& path, struct stat& seen) {
  return ::lstat(path.c_str(), &seen) == 0;
}

bool lies_in(const std::string& path, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return path.starts_with(folder + "/"); });
}

/// "0 100000 65536" of ours becomes "0 0 65536": everybody stays who he is.
std::string identity_of(const char* map) {
  std::string text;
  const Descriptor file(::open(map, O_RDONLY | O_CLOEXEC));
  std::string ours;
  if (!file || read_up_to(file.get(), 1U << 16U, ours) != 0) return text;
  for (std::size_t at = 0; at < ours.size();) {
    const std::size_t end = std::min(ours.find('\n', at), ours.size());
    unsigned long long inside = 0;
    unsigned long long outside = 0;
    unsigned long long count = 0;
    const std::string line = ours.substr(at, end - at);
    if (std::sscanf(line.c_str(), "%llu %llu %llu", &inside, &outside, &count) == 3)
      text += std::to_string(inside) + " " + std::to_string(inside) + " " + std::to_string(count) +
              "\n";
    at = end + 1;
  }
  return text;
}

std::string single(unsigned id) { return std::to_string(id) + " " + std::to_string(id) + " 1\n"; }

class Scribe {
 public:
  explicit Scribe(const RoomOrder& order) : order_(order) {}

  Script write() {
    for (const std::string& path : order_.anchored) anchor(path);
    for (const std::string& folder : anchors_) add(Do::bind, folder);
    keep(order_.kept);
    keep(order_.fixed);
    for (const std::string& path : order_.read_only) {
      if (!covered(path)) add(Do::bind, path);
    }
    for (const std::string& path : exempt()) {
      if (!covered(path)) add(Do::bind, path);
    }
    for (const std::string& path : order_.fresh) cover(path, Do::cover_fresh);
    for (const std::string& path : order_.hidden) cover(path, Do::cover_hidden);
    put_back();
    for (const std::string& path : order_.read_only) {
      if (!covered(path)) add(Do::close_below, path);
    }
    if (order_.only_writable) add(Do::close_all);
    for (const std::string& path : exempt()) add(Do::reopen, path);
    if (order_.only_writable) {
      for (const char* path : {"/dev", "/proc"}) add(Do::reopen, path);
    }
    // Last: whatever was opened again around them.
    for (const std::string& path : closed_) add(Do::close, path);
    if (order_.own_processes) add(Do::processes);
    if (::geteuid() == 0) keep_from_kernel();
    if (order_.network == RoomNetwork::loopback) add(Do::raise_loopback);
    Script script;
    script.everybody = {identity_of("/proc/self/uid_map"), identity_of("/proc/self/gid_map")};
    script.ourselves = {single(::geteuid()), single(::getegid())};
    script.tasks = std::move(tasks_);
    script.own_processes = order_.own_processes;
    script.own_network = order_.network != RoomNetwork::shared;
    return script;
  }

 private:
  void add(Do what, std::string path = {}, int slot = -1) {
    tasks_.push_back({what, std::move(path), slot});
  }

  /// A mount keeps its own folder where it is, and no folder above. Those that we cannot rename
  /// outside, nobody can inside.
  void anchor(const std::string& path) {
    for (std::size_t end = path.find('/', 1); end != path.npos; end = path.find('/', end + 1)) {
      const std::string folder = path.substr(0, end);
      const std::string above = folder.substr(0, std::max<std::size_t>(1, folder.rfind('/')));
      if (::access(above.c_str(), W_OK) != 0) continue;
      if (std::find(anchors_.begin(), anchors_.end(), folder) != anchors_.end()) continue;
      anchors_.push_back(folder);
    }
    std::sort(anchors_.begin(), anchors_.end());
  }

  bool covered(const std::string& path) const {
    return lies_in(path, order_.fresh) || lies_in(path, order_.hidden);
  }

  void keep(const std::vector<std::string>& paths) {
    struct stat seen {};
    for (const std::string& path : paths) {
      if (kept_.size() >= slots_max || !covered(path) || !exists(path, seen)) continue;
      if (lies_in(path, kept_) || std::find(kept_.begin(), kept_.end(), path) != kept_.end())
        continue;
      add(Do::remember, path, static_cast<int>(kept_.size()));
      kept_.push_back(path);
    }
  }

  void cover(const std::string& path, Do how) {
    struct stat seen {};
    // What lies in another covered folder is gone with it.
    if (covered(path) || !exists(path, seen) || S_ISLNK(seen.st_mode)) return;
    if (!S_ISDIR(seen.st_mode)) return add(Do::blank, path);
    if (std::find(covers_.begin(), covers_.end(), path) != covers_.end()) return;
    add(how, path);
    covers_.push_back(path);
    if (how == Do::cover_hidden) closed_.push_back(path);
  }

  /// Folders on the way to what is put back, each once.
  void make_way(const std::string& path) {
    for (std::size_t end = path.find('/', 1); end != path.npos; end = path.find('/', end + 1)) {
      const std::string folder = path.substr(0, end);
      if (!lies_in(folder, covers_)) continue;
      if (std::find(made_.begin(), made_.end(), folder) != made_.end()) continue;
      add(Do::make_folder, folder);
      made_.push_back(folder);
    }
  }

  void put_back() {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      struct stat seen {};
      if (!exists(kept_[i], seen)) continue;
      make_way(kept_[i]);
      add(S_ISDIR(seen.st_mode) ? Do::make_folder : Do::make_file, kept_[i]);
      add(Do::put_back, kept_[i], static_cast<int>(i));
      const auto& fixed = order_.fixed;
      if (std::find(fixed.begin(), fixed.end(), kept_[i]) != fixed.end())
        closed_.push_back(kept_[i]);
    }
  }

  /// What stays writable although everything around it does not, outer ones first.
  std::vector<std::string> exempt() const {
    std::vector<std::string> paths;
    for (const auto* some : {&order_.writable, &order_.fresh, &order_.kept}) {
      for (const std::string& path : *some) {
        struct stat seen {};
        const bool meant = order_.only_writable || lies_in(path, order_.read_only);
        if (meant && exists(path, seen)) paths.push_back(path);
      }
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
  }

  /// Whoever is root outside may write settings of the kernel without any right: it asks who
  /// writes, not what he may. One of them names a program that it starts outside of everything
  /// (kernel.core_pattern). The price: root mounts no /proc of its own inside.
  void keep_from_kernel() {
    for (const char* path :
         {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/sys"}) {
      struct stat seen {};
      if (!exists(path, seen)) continue;
      add(Do::bind, path);
      add(Do::close_below, path);
    }
  }

  const RoomOrder& order_;
  std::vector<Task> tasks_;
  std::vector<std::string> kept_;
  std::vector<std::string> covers_;
  std::vector<std::string> closed_;
  std::vector<std::string> made_;
  std::vector<std::string> anchors_;  ///< outer ones first
};

// --- what the keeper says, and is told

enum class Word : std::uint8_t { map_me, mapped, ready, failed };

struct Message {
  Word word = Word::failed;
  int task = -1;
  int problem = 0;
  bool everybody = false;    ///< how it was mapped
  bool has[doors_max] = {};  ///< which doors there are; another stands in for each that is not
};

bool say(int socket, const Message& message) {
  return ::send(socket, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

bool hear(int socket, Message& message, int flags = 0) {
  ssize_t got = -1;
  do {
    got = ::recv(socket, &message, sizeof message, flags);
  } while (got < 0 && errno == EINTR);
  return got == sizeof message;
}

union Control {
  cmsghdr header;
  char bytes[CMSG_SPACE(doors_max * sizeof(int))];
};

/// The message stays in the socket for good: whoever holds the key looks at it without taking it.
bool hand_over(int socket, const int (&doors)[doors_max]) {
  Message ready{.word = Word::ready};
  int all[doors_max];
  for (std::size_t i = 0; i < doors_max; ++i) {
    ready.has[i] = doors[i] >= 0;
    all[i] = doors[i] >= 0 ? doors[i] : doors[0];
  }
  iovec part{&ready, sizeof ready};
  Control control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = CMSG_SPACE(sizeof all);
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof all);
  std::memcpy(CMSG_DATA(header), all, sizeof all);
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof ready;
}

// --- the keeper: system calls only

struct Keeping {
  const Script& script;
  int socket;
  int slots[slots_max];
};

[[noreturn]] void fail(const Keeping& keeping, int task) {
  say(keeping.socket, {.word = Word::failed, .task = task, .problem = errno});
  ::_exit(1);
}

bool set_read_only(const char* path, bool read_only, unsigned flags) {
  mount_attr wanted{};
  (read_only ? wanted.attr_set : wanted.attr_clr) = MOUNT_ATTR_RDONLY;
  return ::mount_setattr(AT_FDCWD, path, flags, &wanted, sizeof wanted) == 0;
}

bool put_at(int tree, const char* path) {
  return ::move_mount(tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

int tree_at(const char* path) {
  return ::open_tree(AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

bool bind_over(const char* from, const char* to) {
  const int tree = tree_at(from);
  if (tree < 0) return false;
  const bool done = put_at(tree, to);
  ::close(tree);
  return done;
}

bool cover(const char* path, const char* size, unsigned long more) {
  return ::mount("assay", path, "tmpfs", MS_NOSUID | MS_NODEV | more, size) == 0;
}

bool make_file(const char* path) {
  const int file = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

bool raise_loopback() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return false;
  ifreq request{};
  std::memcpy(request.ifr_name, "lo", 3);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  const bool up = ::ioctl(socket, SIOCSIFFLAGS, &request) == 0;
  ::close(socket);
  return up;
}

bool perform(Keeping& keeping, const Task& task) {
  const char* path = task.path.c_str();
  switch (task.what) {
    case Do::cover_fresh: return cover(path, fresh_size, 0);
    case Do::cover_hidden: return cover(path, hidden_size, MS_NOEXEC);
    case Do::blank: return bind_over("/dev/null", path);
    case Do::remember: return (keeping.slots[task.slot] = tree_at(path)) >= 0;
    case Do::make_folder: return ::mkdir(path, 0700) == 0 || errno == EEXIST;
    case Do::make_file: return make_file(path);
    case Do::put_back: return put_at(keeping.slots[task.slot], path);
    case Do::close: return set_read_only(path, true, 0);
    case Do::close_below: return set_read_only(path, true, AT_RECURSIVE);
    case Do::close_all: return set_read_only("/", true, AT_RECURSIVE);
    // What a machine mounts read-only stays so.
    case Do::reopen: set_read_only(path, false, AT_RECURSIVE); return true;
    case Do::bind: return bind_over(path, path);
    case Do::processes:
      return ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
    case Do::raise_loopback: return raise_loopback();
  }
  return false;
}

bool write_file(const char* path, const std::string& text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(file);
  return written;
}

/// "/proc/4711/uid_map" without the help of a library.
void name_map(char (&path)[64], pid_t pid, const char* map) {
  char digits[16];
  int count = 0;
  for (unsigned rest = static_cast<unsigned>(pid); rest > 0 || count == 0; rest /= 10)
    digits[count++] = static_cast<char>('0' + rest % 10);
  char* at = path;
  for (const char* c = "/proc/"; *c != '\0'; ++c) *at++ = *c;
  while (count > 0) *at++ = digits[--count];
  *at++ = '/';
  for (const char* c = map; *c != '\0'; ++c) *at++ = *c;
  *at = '\0';
}

pid_t plain_fork(unsigned long flags) {
  return static_cast<pid_t>(::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, 0UL));
}

/// The maps of a user namespace are written by somebody in the one around it.
[[noreturn]] void map_inner(const Maps& maps, pid_t keeper, int go) {
  char byte = 0;
  while (::read(go, &byte, 1) < 0 && errno == EINTR) {
  }
  char path[64];
  name_map(path, keeper, "uid_map");
  if (!write_file(path, maps.users)) ::_exit(1);
  name_map(path, keeper, "gid_map");
  ::_exit(write_file(path, maps.groups) ? 0 : 1);
}

bool move_inside(const Maps& maps) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t self = ::getpid();
  const pid_t helper = plain_fork(0);
  if (helper < 0) return false;
  if (helper == 0) {
    ::close(ends[1]);
    map_inner(maps, self, ends[0]);
  }
  ::close(ends[0]);
  const bool moved = ::unshare(CLONE_NEWUSER) == 0;
  // Gaining rights in there has made us nobody's to look at.
  ::prctl(PR_SET_DUMPABLE, 1);
  ::close(ends[1]);
  int status = 0;
  while (::waitpid(helper, &status, 0) < 0 && errno == EINTR) {
  }
  return moved && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Reaps what is given to it until nobody holds the key any more. Its end is that of the room.
[[noreturn]] void keep_room(int socket) {
  sigset_t children;
  ::sigemptyset(&children);
  ::sigaddset(&children, SIGCHLD);
  const int ended = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  pollfd watched[] = {{socket, 0, 0}, {ended, POLLIN, 0}};
  for (;;) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (::poll(watched, 2, -1) < 0 && errno != EINTR) ::_exit(1);
    if ((watched[0].revents & (POLLHUP | POLLERR)) != 0) ::_exit(0);
    signalfd_siginfo heard;
    while (::read(ended, &heard, sizeof heard) > 0) {
    }
  }
}

void keep_nothing_but(int descriptor) {
  ::close_range(0, static_cast<unsigned>(descriptor) - 1, 0);
  ::close_range(static_cast<unsigned>(descriptor) + 1, ~0U, 0);
}

int open_space(const char* name) { return ::open(name, O_RDONLY | O_CLOEXEC); }

/// Nobody outside may write our maps as long as nobody may look at us.
bool ask_for_maps(const Keeping& keeping, bool& everybody) {
  ::prctl(PR_SET_DUMPABLE, 1);
  Message told;
  if (!say(keeping.socket, {.word = Word::map_me}) || !hear(keeping.socket, told)) return false;
  everybody = told.everybody;
  return true;
}

[[noreturn]] void furnish(Keeping& keeping) {
  const Script& script = keeping.script;
  keep_nothing_but(keeping.socket);
  ::setsid();
  ::prctl(PR_SET_NAME, "run-room");
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool everybody = false;
  if (!ask_for_maps(keeping, everybody)) ::_exit(1);
  const int outer = open_space("/proc/self/ns/user");
  if (outer < 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0)
    fail(keeping, -1);
  for (std::size_t i = 0; i < script.tasks.size(); ++i) {
    if (!perform(keeping, script.tasks[i])) fail(keeping, static_cast<int>(i));
  }
  const int mounts = open_space("/proc/self/ns/mnt");
  const int network = script.own_network ? open_space("/proc/self/ns/net") : -1;
  const int processes = script.own_processes ? open_space("/proc/self/ns/pid") : -1;
  if (!move_inside(everybody ? script.everybody : script.ourselves)) fail(keeping, -1);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // lost with what was gained
  const int inner = open_space("/proc/self/ns/user");
  const int rules = make_landlock_scopes(!script.own_processes).release();
  const int doors[doors_max] = {outer, mounts, network, processes, inner, rules};
  if (mounts < 0 || inner < 0 || !hand_over(keeping.socket, doors)) fail(keeping, -1);
  ::prctl(PR_SET_DUMPABLE, 0);
  keep_nothing_but(keeping.socket);
  if (::chdir("/") != 0) ::_exit(1);
  keep_room(keeping.socket);
}

// --- our side

bool write_maps(pid_t keeper, const Maps& maps) {
  char path[64];
  name_map(path, keeper, "uid_map");
  if (maps.users.empty() || !write_file(path, maps.users)) return false;
  name_map(path, keeper, "gid_map");
  return write_file(path, maps.groups);
}

/// As many as there are of us; only ourselves, where nobody may say more. False: neither.
bool map_keeper(pid_t keeper, const Script& script, bool& everybody) {
  everybody = write_maps(keeper, script.everybody);
  if (everybody) return true;
  char groups[64];
  name_map(groups, keeper, "setgroups");
  return write_file(groups, "deny") && write_maps(keeper, script.ourselves);
}

std::string name_of(const Script& script, int task) {
  if (task < 0 || static_cast<std::size_t>(task) >= script.tasks.size()) return "namespaces";
  const Task& failed = script.tasks[static_cast<std::size_t>(task)];
  if (failed.what == Do::processes) return "mount /proc";
  if (failed.what == Do::raise_loopback) return "loopback";
  return "mount " + (failed.path.empty() ? "/" : failed.path);
}

unsigned long flags_of(const Script& script) {
  unsigned long flags = CLONE_NEWUSER | CLONE_NEWNS;
  if (script.own_processes) flags |= CLONE_NEWPID;
  if (script.own_network) flags |= CLONE_NEWNET;
  return flags;
}

/// All signals are blocked in a keeper, for good.
pid_t fork_keeper(const Script& script, int socket) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = plain_fork(flags_of(script));
  if (pid == 0) {
    Keeping keeping{.script = script, .socket = socket, .slots = {}};
    furnish(keeping);
  }
  const int problem = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = problem;
  return pid;
}

/// From its first word to its last.
Result<> attend(pid_t keeper, int socket, const Script& script) {
  Message told;
  Message answer{.word = Word::mapped};
  const bool asked = hear(socket, told) && told.word == Word::map_me;
  if (!asked || !map_keeper(keeper, script, answer.everybody))
    return error_of("user namespace", asked ? errno : EPERM);
  if (!say(socket, answer) || !hear(socket, told, MSG_PEEK)) return error_of("namespaces", EPIPE);
  if (told.word == Word::ready) return {};
  return error_of(name_of(script, told.task), told.problem);
}

constexpr int farewell_looks = 400;
constexpr useconds_t farewell_pause = 5'000;

void end_keeper(pid_t keeper) {
  ::kill(keeper, SIGKILL);
  // What cannot be killed in the room keeps it from ending; nobody waits for that.
  for (int i = 0; i < farewell_looks && ::waitpid(keeper, nullptr, WNOHANG) == 0; ++i)
    ::usleep(i < 10 ? farewell_pause / 20 : farewell_pause);
}

}  // namespace

Result<std::unique_ptr<Room>> Room::open(const RoomOrder& order) {
  const Script script = Scribe(order).write();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return error_of("socketpair", errno);
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  const pid_t keeper = fork_keeper(script, theirs.get());
  if (keeper < 0 && errno == ENOSPC)
    return Error{Fault::io, "user namespace: user.max_user_namespaces allows no more"};
  if (keeper < 0) return error_of("user namespace", errno);
  theirs = Descriptor();
  const Result<> ready = attend(keeper, ours.get(), script);
  if (ready) return std::unique_ptr<Room>(new Room(keeper, std::move(ours), order.own_processes));
  end_keeper(keeper);
  return ready.error();
}

Room::~Room() {
  key_ = Descriptor();
  end_keeper(keeper_);
}

int enter_room(int key, int& rules) {
  Message ready;
  iovec part{&ready, sizeof ready};
  Control control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  if (::recvmsg(key, &message, MSG_PEEK | MSG_CMSG_CLOEXEC) != sizeof ready) return EPIPE;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  int doors[doors_max];
  if (header == nullptr || header->cmsg_len != CMSG_LEN(sizeof doors)) return EMFILE;
  std::memcpy(doors, CMSG_DATA(header), sizeof doors);
  constexpr int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWUSER};
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    if (ready.has[i] && ::setns(doors[i], kinds[i]) != 0) return errno;
  }
  constexpr auto last = static_cast<std::size_t>(Door::rules);
  rules = ready.has[last] ? doors[last] : -1;
  return 0;
}

}  // namespace assay::os
