// SPDX-License-Identifier: MIT
#include "adapters/os/landlock.h"

#include "adapters/os/error.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace assay::os {

namespace {

// Newer than the headers of Debian 12.
constexpr std::uint64_t may_truncate = 1ULL << 14;
constexpr std::uint64_t may_bind = 1ULL << 0;
constexpr std::uint64_t may_connect = 1ULL << 1;
constexpr std::uint64_t scope_sockets = 1ULL << 0;
constexpr std::uint64_t scope_signals = 1ULL << 1;

struct RulesetAttributes {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scopes = 0;
};

constexpr std::uint64_t reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// Whoever is root could make a second way to a disk, or to memory, and open that.
constexpr std::uint64_t devices = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;

std::uint64_t all_rights(int edition) {
  std::uint64_t all = (1ULL << 13) - 1;
  if (edition >= landlock_renames) all |= LANDLOCK_ACCESS_FS_REFER;
  if (edition >= landlock_truncate) all |= may_truncate;
  return all;
}

/// What may be done with a file that is no folder.
std::uint64_t of_a_file(std::uint64_t rights) {
  return rights & (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                   LANDLOCK_ACCESS_FS_WRITE_FILE | may_truncate);
}

/// Older kernels know a shorter record, and accept the longer one if the rest of it is zero.
Descriptor create(const RulesetAttributes& attributes) {
  return Descriptor(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0U)));
}

/// What is gone, or may not be looked at, needs no rule. Nor does a link: what it leads to has
/// rules by its own name, or is to stay out of reach.
Result<> grant(int rules, const std::string& path, std::uint64_t rights) {
  const Descriptor place(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat seen {};
  if (!place || ::fstat(place.get(), &seen) != 0 || S_ISLNK(seen.st_mode)) return {};
  landlock_path_beneath_attr rule{};
  rule.parent_fd = place.get();
  rule.allowed_access = S_ISDIR(seen.st_mode) ? rights : of_a_file(rights);
  if (rule.allowed_access == 0) return {};
  const long made = ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U);
  // Pipes and files without a name cannot have rules, and need none.
  if (made != 0 && errno != EBADFD && errno != EBADF) return error_of("Landlock: " + path, errno);
  return {};
}

bool is_above(const std::string& folder, const std::string& path) {
  return folder == "/" ? path.size() > 1 : path.starts_with(folder + "/");
}

}  // namespace

int landlock_edition() {
  const long edition = ::syscall(SYS_landlock_create_ruleset, nullptr, std::size_t{0},
                                 LANDLOCK_CREATE_RULESET_VERSION);
  return edition > 0 ? static_cast<int>(edition) : 0;
}

std::vector<std::string> grants_around(
    const std::vector<std::string>& holes,
    const std::function<std::vector<std::string>(const std::string&)>& list) {
  std::vector<std::string> grants;
  std::vector<std::string> open{"/"};
  while (!open.empty()) {
    const std::string at = std::move(open.back());
    open.pop_back();
    if (std::find(holes.begin(), holes.end(), at) != holes.end()) continue;
    const bool holds_one = std::any_of(holes.begin(), holes.end(),
                                       [&](const std::string& hole) { return is_above(at, hole); });
    if (!holds_one) {
      grants.push_back(at);
      continue;
    }
    for (const std::string& name : list(at)) open.push_back((at == "/" ? "" : at) + "/" + name);
  }
  std::sort(grants.begin(), grants.end());
  return grants;
}

Result<Descriptor> make_landlock(const LandlockOrder& order) {
  const int edition = landlock_edition();
  const std::uint64_t all = all_rights(edition);
  RulesetAttributes attributes{.files = all};
  if (order.no_tcp && edition >= landlock_tcp) attributes.network = may_bind | may_connect;
  if (edition >= landlock_scopes) attributes.scopes = scope_sockets | scope_signals;
  Descriptor rules = create(attributes);
  if (!rules) return error_of("Landlock", errno);
  if (order.lists_all) TRY(grant(rules.get(), "/", LANDLOCK_ACCESS_FS_READ_DIR));
  for (const std::string& path : order.whole) TRY(grant(rules.get(), path, all & ~devices));
  for (const std::string& path : order.readable) TRY(grant(rules.get(), path, reading));
  return rules;
}

Descriptor make_landlock_scopes(bool signals) {
  if (landlock_edition() < landlock_scopes) return {};
  return create({.scopes = signals ? scope_sockets | scope_signals : scope_sockets});
}

int take_on_landlock(int rules) {
  return ::syscall(SYS_landlock_restrict_self, rules, 0U) == 0 ? 0 : errno;
}

}  // namespace assay::os
