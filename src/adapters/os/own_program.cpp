// SPDX-License-Identifier: MIT
#include "adapters/os/own_program.h"

#include "adapters/os/system_folders.h"
#include "base/text/path.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace assay::os {

namespace {

constexpr std::string_view usual_path = "/usr/local/bin:/usr/bin:/bin";

std::string_view variable(const char* name) {
  const char* value = ::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// Root may write everywhere: what counts then is whose the folder is.
bool is_administrators(const std::string& folder) {
  struct stat seen {};
  if (::stat(folder.c_str(), &seen) != 0 || seen.st_uid != 0) return false;
  if ((seen.st_mode & (S_IWGRP | S_IWOTH)) != 0) return false;
  const std::string_view home = variable("HOME");
  const bool at_home =
      home.size() > 1 && (folder == home || folder.starts_with(std::string(home) + "/"));
  return !at_home && (::geteuid() == 0 || ::access(folder.c_str(), W_OK) != 0);
}

/// Root's attempts write those of root, too, but not where the machine's own programs are.
bool is_the_machines(const std::string& folder) {
  if (::geteuid() != 0) return true;
  std::error_code failure;
  const std::string real = std::filesystem::canonical(folder, failure).string();
  const auto holds = [&](const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string& each) { return is_at_or_in_folder(real, each); });
  };
  return !failure && holds(system_folders()) && !holds(local_folders());
}

enum class Whose { machines, administrators, anybodys };

std::string find_in(std::string_view path, const std::string& name, Whose whose) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(':'), path.size());
    const std::string folder(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
    const std::string file = folder + "/" + name;
    if (!folder.starts_with("/") || ::access(file.c_str(), X_OK) != 0) continue;
    if (whose == Whose::anybodys) return file;
    if (!is_administrators(folder)) continue;
    if (whose == Whose::administrators || is_the_machines(folder)) return file;
  }
  return "";
}

}  // namespace

std::string own_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const std::string_view path = variable("PATH");
  for (const Whose whose : {Whose::machines, Whose::administrators}) {
    for (const std::string_view folders : {path, usual_path}) {
      if (std::string found = find_in(folders, name, whose); !found.empty()) return found;
    }
  }
  const std::string found = find_in(path, name, Whose::anybodys);
  return found.empty() ? name : found;
}

}  // namespace assay::os
