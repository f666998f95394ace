// SPDX-License-Identifier: MIT
// `assay acp`: what the dialect acp starts in the place of an agent.
#include "api/acp.h"

#include "face/cli/commands.h"

#include <cstdio>

namespace assay::cli {

namespace {

constexpr std::uint64_t acp_prompt_bytes_max = 64U << 20;

void drive(Session& session, api::AcpRequest request) {
  const auto prompt = session.outside.files().read("-", acp_prompt_bytes_max);
  if (!prompt) return session.fail(prompt.error());
  request.prompt = *prompt;
  request.version = session.version;
  const auto done = api::drive_acp(request, session.outside, [&](std::string_view line) {
    session.out(line);
    session.out("\n");
    std::fflush(stdout);
  });
  if (!done) return session.fail(done.error());
  session.exit_status = *done ? 0 : 1;
}

}  // namespace

void add_acp(CLI::App& root, Session& session) {
  auto request = std::make_shared<api::AcpRequest>();
  CLI::App* acp = root.add_subcommand(
      "acp", "Talk to an agent over the Agent Client Protocol; the prompt comes on stdin");
  acp->add_option("COMMAND", request->command, "The agent and its arguments, behind --")
      ->required();
  acp->add_option("--permissions", request->permissions,
                  "What it may do where it asks, as `permissions:` in JSON")
      ->type_name("JSON");
  acp->footer(
      "What `dialect: acp` starts for you, and prints: one JSON line for each message and for each "
      "decision.\nExit status: 0 its turn ended by itself, 1 it did not, 2 bad input, or it is not "
      "there.");
  acp->callback([request, &session] { drive(session, *request); });
}

}  // namespace assay::cli
