// SPDX-License-Identifier: MIT
// `assay schema`: the JSON Schemas of the files assay reads and writes.
#include "face/cli/schema.h"

#include "face/cli/commands.h"
#include "format/json/writer.h"
#include "format/schema.h"

namespace assay::cli {

namespace {

void schema(Session& session, const std::string& name) {
  if (name.empty() && session.format == OutputFormat::json) {
    std::string out;
    format::JsonWriter json(out);
    json.begin_array();
    for (const std::string& each : format::schema_names()) json.text(each);
    json.end_array();
    return session.out(out + "\n");
  }
  if (name.empty()) {
    for (const std::string& each : format::schema_names()) session.out(each + "\n");
    return;
  }
  const auto text = format::schema_text(name);
  if (!text) {
    const std::vector<std::string> known = format::schema_names();
    return session.fail(Error{Fault::bad_input, "no schema '" + name + "'" +
                                                    suggestion(name, {known.begin(), known.end()}) +
                                                    "; `assay schema` lists them"});
  }
  session.out(*text);
}

}  // namespace

std::vector<std::string> schema_names() { return format::schema_names(); }

void add_schema(CLI::App& root, Session& session) {
  auto name = std::make_shared<std::string>();
  CLI::App* command =
      root.add_subcommand("schema", "Print a JSON Schema; without a name, list them");
  command->add_option("NAME", *name, "Which one");
  command->callback([name, &session] { schema(session, *name); });
}

}  // namespace assay::cli
