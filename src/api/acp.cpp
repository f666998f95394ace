// SPDX-License-Identifier: MIT
#include "api/acp.h"

#include "format/acp/client.h"

namespace assay::api {

namespace {

/// What an agent whose turn has ended may take to go.
constexpr Millis acp_farewell{2'000};

format::acp::Hands hands_inside(shell::Inside& inside) {
  return {.resolve = [&](const std::string& path) { return inside.resolve(path); },
          .read = [&](const std::string& path) { return inside.read(path); },
          .write = [&](const std::string& path,
                       const std::string& content) { return inside.write(path, content); }};
}

/// False: it does not listen any more.
bool pass_reaction(const format::acp::Reaction& reaction, shell::Dialogue& dialogue,
                   const std::function<void(std::string_view)>& tell) {
  for (const std::string& line : reaction.told) tell(line);
  for (const std::string& line : reaction.to_agent) {
    if (!dialogue.say(line)) return false;
  }
  return true;
}

}  // namespace

Reply<bool> drive_acp(const AcpRequest& request, shell::Outside& outside,
                      const std::function<void(std::string_view)>& tell) {
  const std::string directory = TRY(outside.files().real_path("."));
  const auto inside = TRY(outside.open_inside(directory));
  format::acp::Brief brief{.directory = directory, .prompt = request.prompt};
  brief.version = request.version;
  if (!request.permissions.empty())
    brief.permissions = TRY(format::acp::read_permissions(request.permissions));
  const auto dialogue = TRY(outside.open_dialogue(request.command, directory));
  format::acp::Client client(std::move(brief), hands_inside(*inside));
  bool listens = pass_reaction(client.begin(), *dialogue, tell);
  while (listens && !client.is_over()) {
    const std::optional<std::string> line = TRY(dialogue->hear());
    if (!line) break;
    listens = pass_reaction(client.hear(*line), *dialogue, tell);
  }
  pass_reaction(client.hear_end(), *dialogue, tell);
  dialogue->hang_up(acp_farewell);
  return client.has_succeeded();
}

}  // namespace assay::api
