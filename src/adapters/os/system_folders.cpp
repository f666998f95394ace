// SPDX-License-Identifier: MIT
#include "adapters/os/system_folders.h"

#include "base/text/path.h"

#include <algorithm>
#include <filesystem>

namespace assay::os {

namespace {

namespace fs = std::filesystem;

/// Programs, libraries and settings; what starts something by itself (cron, systemd, the boot); and
/// where packages and containers are recorded: half an installation is worse than none.
constexpr const char* folders[] = {"/bin",
                                   "/boot",
                                   "/etc",
                                   "/lib",
                                   "/lib32",
                                   "/lib64",
                                   "/libx32",
                                   "/run/systemd",
                                   "/run/udev",
                                   "/sbin",
                                   "/usr",
                                   "/var/lib/apt",
                                   "/var/lib/cloud",
                                   "/var/lib/containerd",
                                   "/var/lib/containers",
                                   "/var/lib/docker",
                                   "/var/lib/dpkg",
                                   "/var/lib/kubelet",
                                   "/var/lib/pacman",
                                   "/var/lib/rpm",
                                   "/var/lib/systemd",
                                   "/var/spool"};

}  // namespace

std::vector<std::string> system_folders() {
  std::vector<std::string> found;
  for (const char* folder : folders) {
    std::error_code failure;
    const fs::path real = fs::canonical(folder, failure);
    if (!failure && fs::is_directory(real, failure)) found.push_back(real.string());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> outer;
  for (const std::string& folder : found) {
    const bool below = std::any_of(outer.begin(), outer.end(), [&](const std::string& each) {
      return is_in_folder(folder, each);
    });
    if (!below) outer.push_back(folder);
  }
  return outer;
}

std::vector<std::string> local_folders() {
  std::error_code failure;
  const fs::path real = fs::canonical("/usr/local", failure);
  return failure ? std::vector<std::string>() : std::vector<std::string>{real.string()};
}

}  // namespace assay::os
