// SPDX-License-Identifier: MIT
// A model that its service does not know, as each CLI tells it.
#include "unit/format/dialect/streams.h"

namespace assay::test {

using core::Dialect;
using core::agent::Trouble;

TEST_CASE("dialects: a model nobody knows is told apart from a failure") {
  struct Case {
    Dialect dialect;
    const char* out;
    const char* err;
  };
  for (
      const Case& one : {
          Case{
              Dialect::claude,
              R"({"type":"result","subtype":"success","is_error":true,"api_error_status":404,"num_turns":1,"result":"There's an issue with the selected model (opus-9). It may not exist or you may not have access to it."})",
              ""},
          Case{
              Dialect::codex,
              R"({"type":"turn.failed","error":{"message":"unexpected status 404 Not Found: The model `gpt-x` does not exist"}})",
              ""},
          Case{
              Dialect::gemini,
              R"({"type":"result","status":"error","error":{"type":"ApiError","message":"models/gemini-9 is not found for API version v1beta"}})",
              ""},
          Case{
              Dialect::qwen,
              R"({"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":0,"error":{"message":"[API Error: 404 The model `qwen-x` does not exist]"}})",
              ""},
          Case{
              Dialect::opencode,
              R"({"type":"error","error":{"name":"ProviderModelNotFoundError","data":{"providerID":"acme","modelID":"x"}}})",
              ""},
          Case{Dialect::continue_cli, "",
               "{\"status\":\"error\",\"message\":\"404 model 'x-1' not found\"}\n"},
          Case{Dialect::pi, "", "Error: Model \"acme/x\" not found. Use --list-models\n"},
          Case{Dialect::text, "", "model \"llama9\" not found, try pulling it first\n"},
      }) {
    CAPTURE(static_cast<int>(one.dialect));
    CHECK(read_all(one.dialect, one.out, one.err).trouble == Trouble::model);
  }
}

TEST_CASE("dialects: who has worked found its model; another kind of model is missing") {
  const core::agent::Transcript told =
      read_all(Dialect::text, "I looked at the tests.\n", "model 'shop.User' not found\n");
  CHECK(told.trouble != Trouble::model);
}

}  // namespace assay::test
