// SPDX-License-Identifier: MIT
// No bytes may crash the readers of an agent's files or make them list problems without end.
#include "base/ensure.h"
#include "format/completion/completion.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay::format;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const ArtifactKind kind : {ArtifactKind::plan, ArtifactKind::verdict, ArtifactKind::task,
                                  ArtifactKind::verification_report, ArtifactKind::other}) {
    const ArtifactReading reading = read_artifact(kind, "fuzz", text);
    ENSURE(reading.problems.size() <= 101 && reading.remarks.size() <= 101);
    ENSURE(reading.carrier != Carrier::none || !reading.problems.empty());
    for (const Problem& problem : reading.problems)
      ENSURE(!problem.where.empty() && !problem.what.empty());
  }
  return 0;
}
