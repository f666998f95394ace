// SPDX-License-Identifier: MIT
#include "api/ci.h"

#include "base/ensure.h"
#include "format/embedded.h"
#include "format/json/writer.h"

namespace assay::api {

namespace {

constexpr std::string_view branch_place = "@DEFAULT_BRANCH@";

/// Any name a branch can have, as YAML reads it.
std::string in_yaml(std::string_view branch) {
  std::string out;
  format::JsonWriter(out).text(branch);
  return out;
}

}  // namespace

std::string build_service_file(std::string_view service, const Site& site) {
  const auto text = format::embedded("ci/" + std::string(service) + ".yaml");
  ENSURE(text.has_value());
  std::string file(*text);
  const std::size_t at = file.find(branch_place);
  if (at == std::string::npos) return file;
  const std::string branch = site.outside.repository(site.place.workspace).default_branch;
  return file.replace(at, branch_place.size(), in_yaml(branch.empty() ? "main" : branch));
}

}  // namespace assay::api
