// SPDX-License-Identifier: MIT
// The schemas of what commands print, from the lists by which it is written.
#include "format/goals/result_records.h"
#include "format/notice/notice.h"
#include "format/schema/frame.h"
#include "format/schema/keys.h"
#include "format/verify/result_records.h"

namespace assay::format {

namespace {

template <class T>
std::string schema_of(std::string_view title, std::string_view about) {
  std::string text;
  JsonWriter json(text);
  KeySchema schema(json, Notation::result, "");
  schema.spell("summary", R"("type":"string","maxLength":240,"pattern":"^[^\\n\\r]*$")");
  schema.spell("short_failure_digest",
               R"("type":"array","maxItems":8,"items":{"type":"string","maxLength":199})");
  schema.spell("next_action", R"("enum":["proceed","fix_and_rerun","manual_intervention"])");
  json.begin_object();
  schema.put("$schema", "http://json-schema.org/draft-07/schema#");
  schema.put("title", title);
  schema.put("description", about);
  schema.object<T>();
  json.end_object();
  return indented(text);
}

}  // namespace

std::string verify_result_schema() {
  return schema_of<VerifyResult>("assay verify result",
                                 "What `assay verify --format json` prints.");
}

std::string goals_result_schema() {
  return schema_of<GoalsShown>("assay goals result",
                               "What `assay goals check --format json` prints.");
}

std::string notice_schema() {
  return schema_of<Notice>("assay notice",
                           "What is told to `notify:` when a run begins to wait, is parked or "
                           "ends.");
}

}  // namespace assay::format
