// SPDX-License-Identifier: MIT
#include "adapters/workshop/setups.h"

#include "adapters/os/error.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/tracked.h"
#include "adapters/workshop/transfer.h"
#include "base/text/escape.h"
#include "base/text/path.h"
#include "shell/state_dir.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>

namespace assay::workshop {

namespace {

constexpr std::string_view setup_magic = "assay setup 1\n";

/// One name in a result. What the file looked like when it was kept tells whether somebody has
/// touched it since: the time of its last change cannot be set by hand.
struct KeptName {
  std::string path;
  UnseenKind kind{};
  std::uint64_t mode = 0;
  std::uint64_t size = 0;
  std::uint64_t changed_ns = 0;
  std::uint64_t inode = 0;
  bool names_place = false;  ///< its text has the place it was made in
  std::string link = {};
};

struct KeptResult {
  std::string made_in;
  std::vector<KeptName> names;
};

std::uint64_t changed_ns(const struct stat& status) {
  return static_cast<std::uint64_t>(status.st_ctim.tv_sec) * 1'000'000'000U +
         static_cast<std::uint64_t>(status.st_ctim.tv_nsec);
}

void note_look(KeptName& name, const struct stat& status) {
  name.mode = status.st_mode & 0777;
  name.size = static_cast<std::uint64_t>(status.st_size);
  name.changed_ns = changed_ns(status);
  name.inode = status.st_ino;
}

bool is_untouched(const KeptName& name, const struct stat& status) {
  if (name.kind == UnseenKind::folder) return S_ISDIR(status.st_mode);
  if (name.kind == UnseenKind::link) return S_ISLNK(status.st_mode);
  return S_ISREG(status.st_mode) && name.size == static_cast<std::uint64_t>(status.st_size) &&
         name.changed_ns == changed_ns(status) && name.inode == status.st_ino;
}

std::string written(const KeptResult& result) {
  tree::Writer out;
  out.raw(setup_magic);
  out.text(result.made_in);
  for (const KeptName& name : result.names) {
    out.number(static_cast<unsigned char>(name.kind));
    out.text(name.path);
    for (const std::uint64_t number : {name.mode, name.size, name.changed_ns, name.inode})
      out.number(number);
    out.number(name.names_place ? 1 : 0);
    out.text(name.link);
  }
  return tree::sealed(out.take());
}

std::optional<KeptResult> read_result(const std::string& path) {
  const auto file = tree::read_file(AT_FDCWD, path, tree::Links::refuse);
  const auto body = file && *file ? tree::unsealed(**file) : std::nullopt;
  if (!body) return std::nullopt;
  tree::Reader in(*body);
  if (in.raw(setup_magic.size()) != setup_magic) return std::nullopt;
  KeptResult result;
  result.made_in = in.text();
  while (in.ok() && !in.at_end()) {
    KeptName& name = result.names.emplace_back();
    name.kind = static_cast<UnseenKind>(in.number());
    name.path = in.text();
    for (std::uint64_t* number : {&name.mode, &name.size, &name.changed_ns, &name.inode})
      *number = in.number();
    name.names_place = in.number() != 0;
    name.link = in.text();
  }
  if (!in.ok()) return std::nullopt;
  return result;
}

/// "a/b" and "../../x" lead out of the tree, "../x" does not.
bool climbs_out(const std::string& path, const std::string& link) {
  if (link.starts_with("/")) return false;
  return path_parts(path.substr(0, path.rfind('/') + 1) + link).leaves;
}

/// Every place where the one path stands gets the other.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

bool is_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

/// A text for people or programs, and not a program itself: those keep what they have.
bool names(const std::string& text, const std::string& place) {
  return text.find(place) != std::string::npos && text.find('\0') == std::string::npos;
}

Result<KeptName> keep_name(const Transfer& transfer, const Unseen& made,
                           const std::string& directory) {
  KeptName name{.path = made.path, .kind = made.kind};
  if (made.kind == UnseenKind::folder) TRY(transfer.folder(made.path));
  if (made.kind == UnseenKind::link) {
    name.link = TRY(transfer.link_text(made.path));
    name.names_place = is_in(name.link, directory);
    TRY(transfer.link(made.path, name.link));
  }
  if (made.kind == UnseenKind::file) {
    const auto text = TRY(transfer.text(made.path));
    name.names_place = text && names(*text, directory);
    TRY(transfer.file(made.path));
  }
  const auto source = transfer.look(made.path);
  if (const auto status = transfer.brought(made.path)) note_look(name, *status);
  if (source && made.kind == UnseenKind::folder) name.mode = source->st_mode & 0777;
  return name;
}

Result<> give_name(const Transfer& transfer, const KeptName& name, const std::string& made_in,
                   const std::string& directory) {
  if (name.kind == UnseenKind::folder) TRY(transfer.folder(name.path));
  if (name.kind == UnseenKind::link)
    TRY(transfer.link(name.path,
                      name.names_place ? directory + name.link.substr(made_in.size()) : name.link));
  if (name.kind != UnseenKind::file) return {};
  if (!name.names_place) {
    TRY(transfer.file(name.path));
    return {};
  }
  const auto text = TRY(transfer.text(name.path));
  if (!text) return Error{Fault::io, printable(name.path) + ": is not what was kept"};
  const std::string content = replaced(*text, made_in, directory);
  TRY(transfer.file(name.path, &content));
  return {};
}

}  // namespace

Setups::Setups(const std::string& state_dir) : directory_(shell::StateDir(state_dir).setups()) {}

Result<bool> Setups::give(const std::string& digest, const std::string& directory) const {
  if (!git::is_there(folder_of(digest))) return false;
  const os::Descriptor lock = TRY(locked(digest, LOCK_SH));
  return lock ? give_own(digest, directory) : Result<bool>(false);
}

Result<bool> Setups::give_own(const std::string& digest, const std::string& directory) const {
  const std::string folder = folder_of(digest);
  const auto result = read_result(folder + "/list");
  if (!result) return false;
  const Transfer transfer = TRY(Transfer::open(folder + "/files", directory));
  for (const KeptName& name : result->names) {
    const auto status = transfer.look(name.path);
    if (!status || !is_untouched(name, *status)) return false;
  }
  for (const KeptName& name : result->names)
    TRY(give_name(transfer, name, result->made_in, directory));
  // Folders that may not be written to come last: something was to be put into them.
  for (auto name = result->names.rbegin(); name != result->names.rend(); ++name) {
    if (name->kind == UnseenKind::folder)
      transfer.set_mode(name->path, static_cast<mode_t>(name->mode));
  }
  return true;
}

Result<> Setups::keep(const std::string& digest, const std::string& directory,
                      const std::vector<Unseen>& made) const {
  const std::string folder = folder_of(digest);
  const std::string draft = folder + ".new";
  TRY(git::remove_tree(draft));
  TRY(git::make_parents(draft + "/files/"));
  const Transfer transfer = TRY(Transfer::open(directory, draft + "/files"));
  KeptResult result{.made_in = directory, .names = {}};
  for (const Unseen& each : made) {
    if (each.kind == UnseenKind::other) continue;
    if (each.kind == UnseenKind::link) {
      const std::string text = TRY(transfer.link_text(each.path));
      if (climbs_out(each.path, text)) continue;
    }
    result.names.push_back(TRY(keep_name(transfer, each, directory)));
  }
  TRY(tree::write_file(draft + "/list", written(result)));
  TRY(git::remove_tree(folder));
  if (::rename(draft.c_str(), folder.c_str()) != 0) return os::error_of(folder, errno);
  return {};
}

Result<os::Descriptor> Setups::lock(const std::string& digest) const {
  return locked(digest, LOCK_EX);
}

Result<os::Descriptor> Setups::locked(const std::string& digest, int how) const {
  TRY(git::make_parents(directory_ + "/x"));
  const std::string path = folder_of(digest) + ".lock";
  os::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return os::error_of(path, errno);
  if (::flock(file.get(), how | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return os::error_of(path, errno);
    return os::Descriptor();
  }
  // Whoever clears up may have taken its name away in between: then it locks nothing.
  struct stat mine {};
  struct stat now {};
  const bool same = ::fstat(file.get(), &mine) == 0 && ::lstat(path.c_str(), &now) == 0 &&
                    mine.st_ino == now.st_ino;
  return same ? std::move(file) : os::Descriptor();
}

}  // namespace assay::workshop
