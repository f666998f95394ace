// SPDX-License-Identifier: MIT
// `assay schema`: the JSON Schemas of the files assay reads and writes.
#include "face/cli/schema.h"

#include "face/cli/commands.h"
#include "format/embedded.h"

namespace assay::cli {

namespace {

constexpr std::string_view folder = "schemas/";
constexpr std::string_view ending = ".schema.json";

void schema(Session& session, const std::string& name) {
  if (name.empty()) {
    for (const std::string& each : schema_names()) session.out(each + "\n");
    return;
  }
  const auto text = format::embedded(std::string(folder) + name + std::string(ending));
  if (!text) {
    std::vector<std::string> known = schema_names();
    return session.fail(Error{Fault::bad_input, "no schema '" + name + "'" +
                                                    suggestion(name, {known.begin(), known.end()}) +
                                                    "; `assay schema` lists them"});
  }
  session.out(*text);
}

}  // namespace

std::vector<std::string> schema_names() {
  std::vector<std::string> found;
  for (const format::Embedded& file : format::embedded_files()) {
    if (!file.path.starts_with(folder)) continue;
    found.emplace_back(
        file.path.substr(folder.size(), file.path.size() - folder.size() - ending.size()));
  }
  return found;
}

void add_schema(CLI::App& root, Session& session) {
  auto name = std::make_shared<std::string>();
  CLI::App* command =
      root.add_subcommand("schema", "Print a JSON Schema; without a name, list them");
  command->add_option("NAME", *name, "Which one");
  command->callback([name, &session] { schema(session, *name); });
}

}  // namespace assay::cli
