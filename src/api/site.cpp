// SPDX-License-Identifier: MIT
#include "api/site.h"

namespace assay::api {

namespace {

constexpr std::uint64_t config_bytes_max = 4U << 20;

}  // namespace

Reply<LoadedConfig> load_config(const Site& site) {
  LoadedConfig loaded;
  const bool named = !site.config_path.empty();
  const std::string path = site.config_file();
  if (!named && !site.files().is_regular(path)) return loaded;
  const auto text = site.files().read(path, config_bytes_max);
  if (!text) return Error{Fault::bad_input, text.error().what};
  format::ConfigReading reading = format::read_config(named ? path : "assay.yaml", *text);
  if (!reading.problems.empty()) return problems_of(reading.problems);
  loaded.config = std::move(reading.config);
  loaded.path = path;
  return loaded;
}

}  // namespace assay::api
