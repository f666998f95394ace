// SPDX-License-Identifier: MIT
// What the tests of definitions share.
#pragma once

#include "format/pipeline/pipeline.h"
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace assay::pipeline_test {

inline std::string shipped(const std::string& name) {
  std::ifstream file(std::string(support::source_dir) + "/share/pipelines/" + name + ".yaml");
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::string problems_of(const std::string& yaml) {
  std::string text;
  for (const format::Problem& problem : format::read_pipeline("p.yaml", yaml).problems)
    text += problem.where + ": " + problem.what + "\n";
  return text;
}

}  // namespace assay::pipeline_test
