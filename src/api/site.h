// SPDX-License-Identifier: MIT
// Where a use case works and through what, and the configuration that holds there.
#pragma once

#include "api/place.h"
#include "api/problem.h"
#include "format/config.h"

#include <string>
#include <vector>

namespace assay::api {

struct Site {
  shell::Outside& outside;
  Place place;
  std::string config_path;  ///< empty: assay.yaml of the workspace
  /// What a face starts, and leaves to itself, to have notices delivered; empty: nothing.
  std::vector<std::string> courier = {};
  std::string gates_from = {};  ///< as somebody asked for it, over what configurations say

  shell::Files& files() const { return outside.files(); }
  /// Where the configuration is, or would be.
  std::string config_file() const {
    return config_path.empty() ? place.workspace + "/assay.yaml" : config_path;
  }
};

struct LoadedConfig {
  format::Config config;
  std::string path;  ///< empty: there is none
};

/// Where a user's own settings are, or would be; empty: nowhere.
std::string user_config_dir(shell::Outside& outside);

/// A missing file is an empty configuration unless it was named. With `gates_from`, what decides is
/// what that commit says: of the site, else of assay.yaml on the default branch of the remote, else
/// of the workspace's own. An agent that takes the key out of the workspace is still held by it.
Reply<LoadedConfig> load_config(const Site& site);

/// Says what is wrong with where the configured commands and agents are to run.
Reply<> check_executor(const format::Config& config);

/// Whether anything configures the workspace.
bool has_config(const Site& site);

/// The digest of everything that is configured and decides (format/config/settings_digest).
Digest configured_digest(const format::Config& config, const Site& site);

/// A file that whoever works in the workspace can write, or make a link of. One that leads into
/// assay's own state is not read: what is in it would be told to agents, who must not see it.
Result<std::string> read_of_workspace(const Site& site, const std::string& path,
                                      std::uint64_t bytes_max);

/// A file that the configuration names, from where the configuration is from. Fault::not_found: it
/// is not there.
Result<std::string> read_deciding(const std::string& path,
                                  const core::verify::TrustedGates& trusted, const Site& site,
                                  std::uint64_t bytes_max);

}  // namespace assay::api
