// SPDX-License-Identifier: MIT
#include "format/runners/examples.h"

namespace assay::format {

std::optional<Verdicts> examples_line(std::string_view line) {
  const std::vector<Count> counts = count_list(line);
  if (counts.size() < 2) return std::nullopt;
  if (counts[0].word != "examples" && counts[0].word != "example") return std::nullopt;
  if (counts[1].word != "failures" && counts[1].word != "failure") return std::nullopt;
  const std::int64_t pending =
      count_of(counts, "pending") + count_of_either(counts, "skip", "skips");
  const std::int64_t failed = counts[1].number + count_of_either(counts, "error", "errors");
  return Verdicts{counts[0].number - pending, failed, pending};
}

}  // namespace assay::format
