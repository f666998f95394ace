// SPDX-License-Identifier: MIT
// Definitions of pipelines: find one, read it, and tell whether it proves what it should.
#pragma once

#include "api/site.h"
#include "format/pipeline/pipeline.h"

#include <string>
#include <vector>

namespace assay::api {

struct DefinitionSource {
  std::string name;
  std::string text;
};

/// A built-in name, else a file from here, else from the workspace; of trusted gates, from where
/// they are from.
Reply<DefinitionSource> find_definition(const Site& site, const std::string& written,
                                        const core::verify::TrustedGates& trusted = {});

/// Problems: it cannot be executed.
Reply<core::pipeline::Definition> read_definition(const DefinitionSource& source);

/// In what it asks less than the built-in definition whose name it has; empty: in nothing.
std::vector<std::string> weaker_than_built_in(const core::pipeline::Definition& definition);

struct DefinitionCheck {
  std::string name;
  std::size_t steps = 0;
  Problems problems;  ///< it proves too little
  std::vector<std::string> weaker;
};
Reply<DefinitionCheck> check_definition(const Site& site, const std::string& written);

/// The names of the built-in ones.
std::vector<std::string> built_in_definitions();

}  // namespace assay::api
