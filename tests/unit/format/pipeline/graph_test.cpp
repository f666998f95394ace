// SPDX-License-Identifier: MIT
#include "base/text/ascii.h"
#include "format/pipeline/pipeline.h"
#include "unit/format/pipeline/support.h"

#include <doctest/doctest.h>

using namespace assay::format;
using namespace assay::core::pipeline;
using assay::pipeline_test::shipped;

namespace {

/// The node of a step: graphs number them.
std::string node(const Definition& definition, const std::string& id) {
  for (std::size_t i = 0; i < definition.steps.size(); ++i)
    if (definition.steps[i].id == id) return "s" + std::to_string(i);
  return id;
}

}  // namespace

TEST_CASE("graph: feature shows every row of its transitions") {
  const Definition definition = read_pipeline("feature", shipped("feature")).definition;
  const std::string mermaid = write_pipeline_graph(definition, GraphFormat::mermaid);
  const std::string dot = write_pipeline_graph(definition, GraphFormat::dot);
  struct Row {
    const char* from;
    const char* label;
    const char* to;
    bool loop;
  };
  const Row rows[] = {
      {"0", "pass", "1", false},
      {"0", "concerns", "0a", false},
      {"0", "blocker", "ERROR", false},
      {"1", "pass", "1a", false},
      {"1", "failed", "ERROR", false},
      {"1a", "proceed", "2", false},
      {"1a", "expand (loop research: 2 times), mode expand", "1", true},
      {"1a", "abort", "ABORTED", false},
      {"2", "pass", "3", false},
      {"3", "pass", "3b", false},
      {"3b", "pass", "4", false},
      {"3b", "revise (loop design: 1 times), mode revise", "3", true},
      {"3b", "exhausted", "EXHAUSTED", false},
      {"3b", "exhausted, on_exhausted: proceed", "4", false},
      {"3b", "blocker", "ERROR", false},
      {"4", "pass", "4a", false},
      {"4a", "approve", "5", false},
      {"4a", "revise (loop planning: 3 times), mode revise", "4", true},
      {"4a", "abort", "ABORTED", false},
      {"5", "pass", "6", false},
      {"5", "failed", "ERROR", false},
      {"6", "pass", "7", false},
      {"6", "revise (loop replan: 3 times)", "6a", true},
      {"6", "revise (loop replan: 3 times), the last", "6b", true},
      {"6a", "pass", "5", false},
      {"6b", "pass", "6a", false},
      {"7", "pass", "8", false},
      {"7", "revise (loop code_review: 2 rounds), mode revise", "5", true},
      {"7", "blocker", "ERROR", false},
      {"8", "pass", "8b", false},
      {"8", "failed", "8b", false},
      {"8b", "pass", "9", false},
      {"9", "pass", "DONE", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.from);
    CAPTURE(row.label);
    const std::string from = node(definition, row.from);
    const std::string to = node(definition, row.to);
    CHECK(assay::contains(mermaid, "  " + from + (row.loop ? " -.->" : " -->") + "|\"" + row.label +
                                       "\"| " + to + "\n"));
    CHECK(assay::contains(dot, "  " + from + " -> " + to + " [label=\"" + row.label + "\"" +
                                   (row.loop ? ", style=dashed" : "") + "];\n"));
  }
  CHECK(mermaid.rfind("flowchart TD\n  s0[\"0 Setup (prepare)\"]\n", 0) == 0);
  CHECK(assay::contains(dot, "digraph \"feature\" {\n"));
}

TEST_CASE("graph: free text cannot leave its place") {
  Definition definition;
  definition.name = "a\"]; evil [x=\"";
  definition.steps.resize(1);
  definition.steps[0].id = "0";
  definition.steps[0].title = "\"] --> x\n%%{init}%% `<script>` \\\" \x1b[31m #quot;";
  const std::string mermaid = write_pipeline_graph(definition, GraphFormat::mermaid);
  CHECK(assay::contains(mermaid, "  s0[\"0 #34;#93; --#62; x #37;#37;#123;init#125;#37;#37; "));
  CHECK_FALSE(assay::contains(mermaid, "<script>"));
  CHECK_FALSE(assay::contains(mermaid, "#quot;"));
  CHECK_FALSE(assay::contains(mermaid, "\x1b"));
  const std::string dot = write_pipeline_graph(definition, GraphFormat::dot);
  CHECK(assay::contains(dot, "digraph \"a\\\"]; evil [x=\\\"\" {\n"));
  CHECK(assay::contains(dot, "[label=\"0 \\\"] --> x %%{init}"));
  CHECK(assay::contains(dot, " \\\\\\\" "));  // backslash and quote, each behind a backslash
  CHECK_FALSE(assay::contains(dot, "\x1b"));
}
