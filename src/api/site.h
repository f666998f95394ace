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

/// A missing file is an empty configuration unless it was named.
Reply<LoadedConfig> load_config(const Site& site);

}  // namespace assay::api
