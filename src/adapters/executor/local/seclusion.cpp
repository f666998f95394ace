// SPDX-License-Identifier: MIT
#include "adapters/executor/local/seclusion.h"

#include "adapters/executor/local/git_dirs.h"
#include "adapters/os/landlock.h"
#include "adapters/os/system_folders.h"
#include "base/text/path.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace assay::process {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t idle_rooms_max = 4;

/// For tests of assay: a machine that can do less. Whoever sets it gets a word that says so.
constexpr const char* test_variable = "ASSAY_TEST_ISOLATION";

/// Sockets of daemons that do anything for whoever may write to them.
constexpr const char* docker_sockets[] = {"/run/docker.sock", "/run/podman/podman.sock",
                                          "/run/containerd/containerd.sock"};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string real(const std::string& path) {
  std::error_code failure;
  const fs::path found = fs::canonical(path, failure);
  return failure ? "" : found.string();
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    names.push_back(at->path().filename().string());
  }
  return names;
}

void add(std::vector<std::string>& to, const std::string& path) {
  const std::string found = path.empty() ? "" : real(path);
  if (found.empty() || found == "/") return;
  if (std::find(to.begin(), to.end(), found) == to.end()) to.push_back(found);
}

bool lies_at_or_in(const std::string& path, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return is_at_or_in_folder(path, folder); });
}

bool lies_above_any(const std::string& folder, const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return is_at_or_in_folder(path, folder); });
}

/// Root can open them, whatever is mounted over the files on them.
void add_disks(std::vector<std::string>& to) {
  if (::geteuid() != 0) return;
  for (const std::string& name : names_in("/dev")) {
    struct stat seen {};
    const std::string path = "/dev/" + name;
    if (::lstat(path.c_str(), &seen) == 0 && S_ISBLK(seen.st_mode)) to.push_back(path);
  }
}

/// Who speaks there as root is obeyed, whatever it is kept from.
void add_managers(std::vector<std::string>& to) {
  if (::geteuid() != 0) return;
  for (const char* path : {"/run/systemd/private", "/run/dbus/system_bus_socket"}) add(to, path);
}

std::string own_runtime_dir() { return "/run/user/" + std::to_string(::geteuid()); }
std::string own_tmux_dir() {
  const std::string folder = variable("TMUX_TMPDIR");
  return (folder.empty() ? "/tmp" : folder) + "/tmux-" + std::to_string(::geteuid());
}

/// Servers of the user's that do what they are told by whoever may write to their socket: a
/// multiplexer, an editor. Those of databases and the like stay.
void add_servers(os::RoomOrder& room) {
  const std::string uid = std::to_string(::geteuid());
  for (const std::string& name : {"emacs" + uid, "zellij-" + uid}) add(room.fresh, "/tmp/" + name);
  constexpr std::string_view sockets[] = {"vscode-ipc-", "vscode-git-", "dbus-", "kitty-"};
  for (const std::string& name : names_in("/tmp")) {
    struct stat seen {};
    const std::string path = "/tmp/" + name;
    const bool meant = std::any_of(std::begin(sockets), std::end(sockets),
                                   [&](std::string_view each) { return name.starts_with(each); });
    if (meant && ::lstat(path.c_str(), &seen) == 0 && S_ISSOCK(seen.st_mode))
      add(room.hidden, path);
  }
}

/// What a person's session offers and commits and screens need: they get it by the environment.
void add_session(std::vector<std::string>& kept) {
  const std::string runtime = own_runtime_dir();
  add(kept, variable("SSH_AUTH_SOCK"));
  add(kept, runtime + "/gnupg");
  const std::string screen = variable("WAYLAND_DISPLAY");
  if (!screen.empty()) add(kept, runtime + "/" + screen);
}

bool docker_is_open(const std::vector<std::string>& hidden) {
  return std::any_of(std::begin(docker_sockets), std::end(docker_sockets), [&](const char* path) {
    const std::string found = real(path);
    return !found.empty() && ::access(found.c_str(), W_OK) == 0 && !lies_at_or_in(found, hidden);
  });
}

/// Nothing can be put over a folder by Landlock, so an assay inside needs another one.
std::shared_ptr<const std::string> make_spare_state() {
  const std::string folder = variable("TMPDIR");
  std::string path = (folder.empty() ? "/tmp" : folder) + "/assay-inside-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return nullptr;
  return {new std::string(path), [](const std::string* made) {
            std::error_code failure;
            fs::remove_all(*made, failure);
            delete made;
          }};
}

/// Nothing can be mounted over a link: whoever may write the folder it is in may make another.
bool leads_over_link(const std::string& path) {
  for (std::size_t end = 0; end < path.size();) {
    end = std::min(path.find('/', end + 1), path.size());
    const std::string part = path.substr(0, end);
    struct stat seen {};
    const bool link = ::lstat(part.c_str(), &seen) == 0 && S_ISLNK(seen.st_mode);
    const std::string above = part.substr(0, std::max<std::size_t>(1, part.rfind('/')));
    if (link && ::access(above.c_str(), W_OK) == 0) return true;
  }
  return false;
}

/// What root runs outside, and what is obeyed there in its name. A workspace, a home or a temporary
/// folder stays what it is, wherever it lies.
void keep_system(os::RoomOrder& room) {
  room.read_only = os::system_folders();
  room.writable = os::local_folders();
  for (const char* name : {"HOME", "TMPDIR"}) add(room.writable, variable(name));
  std::erase_if(room.read_only, [&](const std::string& folder) {
    return lies_at_or_in(folder, room.writable) || lies_at_or_in(folder, room.kept);
  });
}

os::RoomNetwork room_network(core::Network network) {
  switch (network) {
    case core::Network::on: return os::RoomNetwork::shared;
    case core::Network::loopback: return os::RoomNetwork::loopback;
    case core::Network::off: return os::RoomNetwork::none;
  }
  return os::RoomNetwork::none;
}

}  // namespace

std::string copy_root(const std::string& directory, const std::string& state_dir) {
  const std::string runs = state_dir + "/runs/";
  if (state_dir.empty() || !directory.starts_with(runs)) return directory;
  const std::size_t work = directory.find("/work/", runs.size());
  if (work == directory.npos || directory.find('/', runs.size()) != work) return directory;
  return directory.substr(0, directory.find('/', work + std::string_view("/work/").size()));
}

std::string word_for(const Shortfall& missing) {
  using core::Network;
  if (missing.means == Means::none) return missing.why.empty() ? "none" : "none: " + missing.why;
  std::vector<std::string> what;
  if (missing.means == Means::mounts) what.emplace_back("processes outside are seen");
  if (missing.means == Means::landlock) {
    what.emplace_back("files only, by Landlock");
    if (missing.landlock < os::landlock_truncate) what.emplace_back("files can be emptied");
    if (missing.landlock < os::landlock_scopes) what.emplace_back("assay can be killed");
    if (missing.root) what.emplace_back("root can set the kernel");
    const bool tcp = missing.network == Network::off && missing.landlock >= os::landlock_tcp;
    if (missing.network != Network::on)
      what.emplace_back(tcp ? "the network is off for TCP alone" : "the network is on");
  }
  if (missing.system) what.emplace_back("root can write the system");
  if (missing.docker) what.emplace_back("a docker socket is open");
  if (missing.linked) what.emplace_back("a link leads to the state, and can be replaced");
  if (what.empty()) return "full";
  std::string word = "partial: ";
  for (std::size_t i = 0; i < what.size(); ++i) word += (i > 0 ? "; " : "") + what[i];
  return missing.why.empty() ? word : word + " (" + missing.why + ")";
}

Seclusion Seclusion::open(SeclusionOrder order) {
  Seclusion made;
  made.order_ = std::move(order);
  if (!made.wants_gates() && !made.wants_agents()) return made;
  for (const std::string& path : made.order_.own_dirs) {
    std::error_code failure;
    fs::create_directories(path, failure);
  }
  if (!made.order_.config_dir.empty()) {
    std::error_code failure;
    fs::create_directories(made.order_.config_dir, failure);
  }
  made.covered_ = made.resolved(made.order_.own_dirs);
  add(made.covered_, made.order_.state_dir);
  const bool gate = made.wants_gates();
  const std::string forced = variable(test_variable);
  std::string refused;
  for (const Means means : {Means::rooms, Means::mounts, Means::landlock}) {
    const bool tried = forced.empty() || (forced == "mounts" && means == Means::mounts) ||
                       (forced == "landlock" && means == Means::landlock);
    if (!tried) continue;
    made.means_ = means;
    auto cell = made.make(made.network_of(gate), made.order_.workspace);
    if (cell) {
      made.known_.push_back({made.key_of(gate, ""), cell.take()});
      break;
    }
    made.means_ = Means::none;
    if (refused.empty()) refused = cell.error().what;
  }
  if (!forced.empty()) refused = std::string(test_variable) + " is set";
  if (made.means_ != Means::rooms) made.why_ = refused;
  if (made.means_ == Means::landlock) made.spare_state_ = make_spare_state();
  for (const std::string& path : made.order_.own_dirs)
    made.linked_ = made.linked_ || leads_over_link(path);
  made.linked_ = made.linked_ || leads_over_link(made.order_.state_dir);
  made.docker_ = docker_is_open(made.room_for(core::Network::on, made.order_.workspace).hidden);
  return made;
}

bool Seclusion::writes_system() const {
  return ::geteuid() == 0 && order_.wanted.system == core::SystemFolders::writable &&
         order_.wanted.write.empty();
}

std::string Seclusion::word_of(core::Network network, bool wanted) const {
  if (!wanted) return "none";
  return word_for({.means = means_,
                   .landlock = os::landlock_edition(),
                   .network = network,
                   .docker = docker_,
                   .root = ::geteuid() == 0,
                   .system = writes_system(),
                   .linked = linked_,
                   .why = why_});
}

Result<Cell> Seclusion::cell_for(const core::Launch& launch) {
  const bool gate = !launch.agent && launch.purpose == core::Purpose::work;
  const bool wanted = gate ? wants_gates() : wants_agents();
  if (!wanted || means_ == Means::none) return Cell{};
  const std::string& root = root_of(launch.cwd);
  const std::string key = key_of(gate, root);
  for (const Known& known : known_) {
    if (known.key == key) return told(known.cell);
  }
  // Rooms of copies that nobody works in any more.
  std::size_t idle = 0;
  std::erase_if(known_, [&](const Known& known) {
    return known.cell.room && known.cell.room.use_count() == 1 && ++idle > idle_rooms_max;
  });
  Cell cell = TRY(make(network_of(gate), root.empty() ? order_.workspace : root));
  known_.push_back({key, cell});
  return told(cell);
}

/// A room has an empty folder where the state is, for whoever works in it.
Cell Seclusion::told(Cell cell) const {
  cell.env = {{isolated_variable, "1"}};
  if (spare_state_) cell.env.emplace_back("ASSAY_STATE_DIR", *spare_state_);
  return cell;
}

const std::string& Seclusion::root_of(const std::string& cwd) {
  if (last_root_.first == cwd) return last_root_.second;
  const std::string directory = real(cwd);
  const bool covered = lies_at_or_in(directory, covered_);
  last_root_ = {cwd, covered ? copy_root(directory, real(order_.state_dir)) : ""};
  return last_root_.second;
}

/// Agents and gates never share one.
std::string Seclusion::key_of(bool gate, const std::string& root) const {
  // A copy that was removed and made again is another folder of the same name.
  struct stat seen {};
  const bool there = !root.empty() && ::stat(root.c_str(), &seen) == 0;
  return (gate ? "gate " : "agent ") + root +
         (there ? ":" + std::to_string(seen.st_dev) + ":" + std::to_string(seen.st_ino) : "");
}

std::vector<std::shared_ptr<os::Room>> Seclusion::rooms() const {
  std::vector<std::shared_ptr<os::Room>> all;
  for (const Known& known : known_) {
    if (known.cell.room) all.push_back(known.cell.room);
  }
  return all;
}

/// ~ is the home of who runs assay; what is relative is so to the workspace.
std::vector<std::string> Seclusion::resolved(const std::vector<std::string>& paths) const {
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    if (path == "~" || path.starts_with("~/")) {
      add(found, variable("HOME") + path.substr(1));
    } else if (!path.empty()) {
      add(found, path.starts_with('/') ? path : order_.workspace + "/" + path);
    }
  }
  return found;
}

os::RoomOrder Seclusion::room_for(core::Network network, const std::string& directory) const {
  os::RoomOrder room;
  room.network = room_network(network);
  room.own_processes = means_ == Means::rooms;
  room.fresh = resolved(order_.own_dirs);
  add(room.fresh, own_runtime_dir());
  add(room.fresh, own_tmux_dir());
  add_servers(room);
  room.anchored = covered_;
  add(room.anchored, order_.config_dir);
  room.hidden = resolved(order_.wanted.hide);
  add(room.hidden, order_.state_dir.empty() ? order_.log_dir : order_.state_dir);
  add(room.hidden, order_.config_dir);
  add_disks(room.hidden);
  add_managers(room.hidden);
  add(room.kept, directory);
  add(room.kept, order_.workspace);
  for (const std::string& path : git_dirs_of(directory)) add(room.kept, path);
  add_session(room.kept);
  if (!order_.observer.empty()) add(room.fixed, order_.observer);
  room.only_writable = !order_.wanted.write.empty();
  if (!room.only_writable) {
    if (::geteuid() == 0 && !writes_system()) keep_system(room);
    return room;
  }
  room.writable = resolved(order_.wanted.write);
  for (const std::string& path : room.kept) add(room.writable, path);
  for (const char* path : {"/tmp", "/var/tmp"}) add(room.writable, path);
  add(room.writable, variable("TMPDIR"));
  return room;
}

Result<Cell> Seclusion::make(core::Network network, const std::string& directory) const {
  const os::RoomOrder order = room_for(network, directory);
  if (means_ == Means::landlock) return make_with_landlock(network, order);
  Cell cell;
  cell.room = std::shared_ptr<os::Room>(TRY(os::Room::open(order)));
  return cell;
}

/// Nothing can be put over a folder here: what is covered in a room is out of reach, and what is
/// kept in it gets rights of its own.
Result<Cell> Seclusion::make_with_landlock(core::Network network, const os::RoomOrder& room) const {
  if (os::landlock_edition() == 0) return Error{Fault::io, "no Landlock in this kernel"};
  std::vector<std::string> holes = room.hidden;
  holes.insert(holes.end(), room.fresh.begin(), room.fresh.end());
  os::LandlockOrder order;
  order.no_tcp = network == core::Network::off;
  if (room.only_writable) {
    order.readable = os::grants_around(holes, names_in);
    order.whole = room.writable;
    for (const char* path : {"/dev", "/proc"}) order.whole.emplace_back(path);
  } else {
    std::vector<std::string> kept = holes;
    kept.insert(kept.end(), room.read_only.begin(), room.read_only.end());
    order.whole = os::grants_around(kept, names_in);
    for (const std::string& path : os::grants_around(holes, names_in)) {
      if (lies_at_or_in(path, room.read_only)) order.readable.push_back(path);
    }
    for (const std::string& path : room.read_only) {
      if (!lies_above_any(path, holes)) order.readable.push_back(path);
    }
    for (const auto* paths : {&room.writable, &room.kept}) {
      for (const std::string& path : *paths) {
        if (lies_at_or_in(path, room.read_only)) order.whole.push_back(path);
      }
    }
  }
  for (const auto* paths : {&room.kept, &room.fixed}) {
    for (const std::string& path : *paths) {
      if (lies_at_or_in(path, holes)) order.whole.push_back(path);
    }
  }
  Cell cell;
  cell.rules = std::make_shared<os::Descriptor>(TRY(os::make_landlock(order)));
  return cell;
}

}  // namespace assay::process
