// SPDX-License-Identifier: MIT
#include "api/definition.h"

#include "core/pipeline/lint/strength.h"
#include "format/embedded.h"

#include <fmt/format.h>

#include <utility>

namespace assay::api {

namespace {

constexpr std::uint64_t definition_bytes_max = 4U << 20;
constexpr std::string_view definitions_folder = "pipelines/";
constexpr std::string_view definitions_ending = ".yaml";

}  // namespace

Reply<DefinitionSource> find_definition(const Site& site, const std::string& written,
                                        const core::verify::TrustedGates& trusted) {
  if (const auto own = format::embedded("pipelines/" + written + ".yaml"))
    return DefinitionSource{written + ".yaml", std::string(*own)};
  if (trusted.any())
    return DefinitionSource{written,
                            TRY(read_deciding(written, trusted, site, definition_bytes_max))};
  for (const std::string& path : {written, site.place.workspace + "/" + written}) {
    if (!site.files().is_regular(path)) continue;
    std::string text = TRY(read_of_workspace(site, path, definition_bytes_max));
    return DefinitionSource{written, std::move(text)};
  }
  return Error{
      Fault::bad_input,
      fmt::format("{}: no built-in pipeline (feature, quick, roadmap) and no file", written)};
}

Reply<core::pipeline::Definition> read_definition(const DefinitionSource& source) {
  format::PipelineReading reading = format::read_pipeline(source.name, source.text);
  if (!reading.problems.empty()) return problems_of(reading.problems);
  return std::move(reading.definition);
}

std::vector<std::string> weaker_than_built_in(const core::pipeline::Definition& definition) {
  const auto own = format::embedded("pipelines/" + definition.name + ".yaml");
  if (!own) return {};
  const format::PipelineReading usual = format::read_pipeline(definition.name, *own);
  return core::pipeline::weaker_in(definition, usual.definition);
}

Reply<DefinitionCheck> check_definition(const Site& site, const std::string& written) {
  const DefinitionSource source = TRY(find_definition(site, written));
  DefinitionCheck check{.name = source.name, .steps = 0, .problems = {}, .weaker = {}};
  const auto definition = read_definition(source);
  if (!definition) {
    check.problems = definition.error();
    return check;
  }
  check.steps = definition->steps.size();
  for (const std::string& each : core::pipeline::unproved_ways(*definition, ""))
    check.problems.push_back({.code = Code::bad_input, .what = source.name + ": " + each});
  check.weaker = weaker_than_built_in(*definition);
  return check;
}

std::vector<std::string> built_in_definitions() {
  std::vector<std::string> names;
  for (const format::Embedded& file : format::embedded_files()) {
    std::string_view path = file.path;
    if (!path.starts_with(definitions_folder) || !path.ends_with(definitions_ending)) continue;
    path.remove_prefix(definitions_folder.size());
    path.remove_suffix(definitions_ending.size());
    names.emplace_back(path);
  }
  return names;
}

}  // namespace assay::api
