// SPDX-License-Identifier: MIT
// Any bytes as what an agent says over the Agent Client Protocol: every answer is one line of JSON,
// no file outside of the directory is touched, nor one that decides about the agent, and what was
// written down can be read again.
#include "base/ensure.h"
#include "format/acp/client.h"
#include "format/dialect.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace assay;

constexpr std::string_view directory = "/w/dir";

format::acp::Hands hands() {
  return {.resolve = [](const std::string& path) -> Result<std::string> {
            const auto inside = core::agent::path_inside(path, directory);
            if (!inside) return Error{Fault::bad_input, "leads out"};
            return *inside;
          },
          .read = [](const std::string& path) -> Result<std::string> {
            ENSURE(core::agent::path_inside(path, directory) == path);
            return std::string("one\ntwo\n\nfour");
          },
          .write = [](const std::string& path, const std::string&) -> Result<> {
            ENSURE(core::agent::path_inside(path, directory) == path);
            ENSURE(!core::agent::is_out_of_reach(path) && !path.starts_with("kept/"));
            return {};
          }};
}

void check_line(const std::string& line) {
  ENSURE(line.find('\n') == std::string::npos);
  const format::JsonTree tree = format::read_json_tree(line, SIZE_MAX);
  ENSURE(tree.fault.empty() && tree.root.kind == format::JsonNode::Kind::object);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::vector<core::Permission> rules = {{core::ToolKind::edit, "kept/**", core::Leave::deny},
                                               {core::ToolKind::execute, "", core::Leave::deny}};
  format::acp::Client client({std::string(directory), "prompt", rules, "1"}, hands());
  std::string log;
  const auto take = [&](const format::acp::Reaction& reaction) {
    for (const std::string& line : reaction.to_agent) check_line(line);
    for (const std::string& line : reaction.told) {
      check_line(line);
      log += line + "\n";
    }
  };
  take(client.begin());
  bool over = false;
  while (!input.empty()) {
    const std::string_view line = input.substr(0, input.find('\n'));
    input.remove_prefix(std::min(line.size() + 1, input.size()));
    take(client.hear(line));
    ENSURE(!over || client.is_over());
    over = client.is_over();
  }
  take(client.hear_end());
  ENSURE(client.is_over());
  const auto reader = format::read_dialect(core::Dialect::acp);
  reader->output(log);
  const core::agent::Transcript said = reader->finish();
  ENSURE(said.broken_lines == 0);
  ENSURE((said.ending == core::agent::Ending::success) <= client.has_succeeded());
  return 0;
}
