// SPDX-License-Identifier: MIT
// No bytes may crash the reader of pipeline definitions or the linter behind it, and whatever was
// read can be drawn.
#include "base/ensure.h"
#include "format/pipeline/pipeline.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay::format;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const PipelineReading reading = read_pipeline("fuzz", text);
  ENSURE(reading.problems.size() <= 101);
  for (const Problem& problem : reading.problems)
    ENSURE(!problem.where.empty() && !problem.what.empty());
  if (reading.problems.empty()) {
    ENSURE(!reading.definition.steps.empty());
    ENSURE(lint_pipeline(reading.definition).empty());
  } else {
    lint_pipeline(reading.definition);
  }
  for (const GraphFormat format : {GraphFormat::mermaid, GraphFormat::dot})
    ENSURE(!write_pipeline_graph(reading.definition, format).empty());
  return 0;
}
