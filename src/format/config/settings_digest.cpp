// SPDX-License-Identifier: MIT
#include "format/config/settings_digest.h"

#include "format/json/writer.h"
#include "format/record/put.h"

namespace assay::format {

Digest settings_digest(const Config& config, const DecidingTexts& texts) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.key("gates");
  json.text(core::verify::digest_of(config.verify.manifest).hex());
  json.key("policy");
  stored::put_value(json, config.verify.policy);
  json.key("env");
  json.begin_array();
  for (const auto& [name, value] : config.verify.env) {
    json.text(name);
    json.text(value);
  }
  for (const std::string& name : config.verify.pass_env) json.text(name);
  json.end_array();
  core::Supplies supplies = config.workspace;
  supplies.listed = texts.worktreeinclude;
  json.key("workspace");
  stored::put_value(json, supplies);
  json.key("known_failures");
  json.text(texts.known_failures);
  json.end_object();
  return assay::digest_of(text);
}

}  // namespace assay::format
