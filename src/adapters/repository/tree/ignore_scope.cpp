// SPDX-License-Identifier: MIT
#include "adapters/repository/tree/ignore_scope.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::tree {

namespace {

/// A repository that another user planted above a workspace must not decide what is looked at.
bool is_trusted(const std::string& top, const std::string& directory) {
  struct stat git {};
  struct stat own {};
  if (::lstat((top + "/.git").c_str(), &git) != 0) return false;
  if (::stat(directory.c_str(), &own) != 0) return false;
  return git.st_uid == ::geteuid() || git.st_uid == own.st_uid;
}

Result<ScopePointer> with_file_of(ScopePointer scope, const std::string& top,
                                  const std::string& base) {
  const auto text = TRY(read_file(AT_FDCWD, top + "/" + base + ".gitignore", Links::refuse));
  if (!text) return scope;
  return narrowed(std::move(scope), base, *text);
}

/// The scope above `prefix`, or nothing if the way there is ignored.
Result<std::optional<ScopePointer>> descend(const std::string& top, const GitDirectory& git,
                                            const std::string& prefix) {
  ScopePointer scope;
  const auto exclude = TRY(read_file(AT_FDCWD, git.common + "/info/exclude"));
  if (exclude) scope = TRY(narrowed(scope, "", *exclude));
  std::size_t start = 0;
  for (std::size_t slash = prefix.find('/'); slash != std::string::npos;
       start = slash + 1, slash = prefix.find('/', start)) {
    scope = TRY(with_file_of(scope, top, prefix.substr(0, start)));
    const std::string_view here = std::string_view(prefix).substr(0, slash);
    if (is_ignored(scope.get(), here, format::PathKind::directory)) {
      return std::optional<ScopePointer>();
    }
  }
  return std::optional(scope);
}

}  // namespace

Result<ScopePointer> narrowed(ScopePointer outer, std::string base, std::string_view text) {
  const auto too_much = [&base] {
    return Error{Fault::exhausted,
                 fmt::format("{}.gitignore: more ignore rules than can be applied", base)};
  };
  constexpr std::size_t file_bytes_max = 1 << 20;
  if (text.size() > file_bytes_max) return too_much();
  auto scope = std::make_shared<IgnoreScope>();
  scope->rules = format::IgnoreRules::parse(text);
  scope->rules_in_force = scope->rules.size() + (outer ? outer->rules_in_force : 0);
  if (scope->rules_in_force > IgnoreScope::rules_max) return too_much();
  scope->outer = std::move(outer);
  scope->base = std::move(base);
  return ScopePointer(std::move(scope));
}

bool is_ignored(const IgnoreScope* scope, std::string_view path, format::PathKind kind) {
  for (; scope != nullptr; scope = scope->outer.get()) {
    switch (scope->rules.match(path.substr(scope->base.size()), kind)) {
      case format::IgnoreMatch::ignored: return true;
      case format::IgnoreMatch::kept: return false;
      case format::IgnoreMatch::none: break;
    }
  }
  return false;
}

Result<std::optional<Repository>> find_repository(const std::string& directory) {
  for (std::string top = directory;;) {
    const auto git = TRY(git_directory(top));
    if (git && is_trusted(top, directory)) {
      Repository repository{*git, "", nullptr};
      if (top != directory) {
        const std::size_t skipped = top == "/" ? 1 : top.size() + 1;
        repository.prefix = directory.substr(skipped) + "/";
      }
      const auto scope = TRY(descend(top, *git, repository.prefix));
      if (!scope) return std::optional<Repository>();
      repository.scope = *scope;
      return std::optional(std::move(repository));
    }
    if (top == "/" || top.empty()) return std::optional<Repository>();
    const std::size_t slash = top.rfind('/');
    top = slash == 0 ? "/" : top.substr(0, slash);
  }
}

}  // namespace assay::tree
