// SPDX-License-Identifier: MIT
// `assay mcp`: the Model Context Protocol for agents, over standard input and output or HTTP.
#include "face/cli/address.h"
#include "face/cli/commands.h"
#include "face/mcp/http.h"
#include "face/mcp/stdio.h"
#include "format/json/fields.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

namespace assay::cli {

namespace {

constexpr std::size_t token_least = 32;
constexpr const char* token_variable = "ASSAY_MCP_TOKEN";

/// "127.0.0.1:8080", "localhost:0", "[::1]:8080".
Result<shell::HttpOrder> loopback(const std::string& given) {
  const Address at = TRY(read_address("--http", given));
  if (!is_loopback(at))
    return Error{Fault::bad_input, "--http " + given +
                                       ": only this machine is served (127.0.0.1, "
                                       "localhost or [::1])"};
  shell::HttpOrder order;
  order.address = at.host;
  order.port = at.port;
  return order;
}

/// Given by the environment, so that no list of processes shows it, or made.
Result<std::string> token_of(Session& session, bool& given) {
  const std::string token = session.outside.variable(token_variable).value_or("");
  given = !token.empty();
  if (!given) return unguessable(session.outside, 4);
  const bool plain =
      std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 0x7F; });
  if (token.size() >= token_least && plain) return token;
  return Error{Fault::bad_input, fmt::format("{}: must be at least {} visible ASCII characters",
                                             token_variable, token_least)};
}

void announce(Session& session, const std::string& url, const std::string& token, bool given) {
  if (session.format == OutputFormat::json) {
    std::string out;
    format::JsonWriter json(out);
    json.begin_object();
    format::Fields(json).text("url", url);
    if (!given) format::Fields(json).text("token", token);
    json.end_object();
    session.out(out + "\n");
  } else {
    session.out(url + "\n");
    if (!given) session.out("Authorization: Bearer " + token + "\n");
  }
  std::fflush(stdout);
}

void serve_http(Session& session, mcp::Server& server, const std::string& address) {
  const auto order = loopback(address);
  if (!order) return session.fail(order.error());
  bool given = false;
  const auto token = token_of(session, given);
  if (!token) return session.fail(token.error());
  const auto http = session.outside.open_http(*order);
  if (!http) return session.fail(http.error());
  const bool six = order->address == "::1";
  announce(session,
           fmt::format("http://{}:{}{}", six ? "[::1]" : "127.0.0.1", (*http)->port(),
                       format::mcp::http_path),
           *token, given);
  mcp::HttpDoor door(server, {(*http)->port(), *token},
                     [&session] { return unguessable(session.outside, 2); });
  const auto served = (*http)->serve([&](shell::HttpRequest request, auto exchange) {
    door.take(std::move(request), std::move(exchange));
  });
  server.close();
  if (!served) session.fail(served.error());
}

void serve(Session& session, const std::string& address) {
  // A workspace that is none is told before the first question.
  if (const auto site = session.site(); !site) return session.fail(site.error());
  ::signal(SIGPIPE, SIG_IGN);
  mcp::Server server([&session] { return session.site(); }, session.version);
  if (!address.empty()) return serve_http(session, server, address);
  mcp::serve_stdio(server);
}

}  // namespace

void add_mcp(CLI::App& root, Session& session) {
  auto address = std::make_shared<std::string>();
  CLI::App* command = root.add_subcommand(
      "mcp", "Serve agents by the Model Context Protocol, on standard input and output or HTTP");
  command
      ->add_option("--http", *address,
                   "Listen on this address of the loopback instead; port 0: any that is free")
      ->type_name("ADDRESS:PORT");
  command->footer(
      "Tools: verify_start, verify_wait, status, explain, logs, runs, tests, goals_check, prove, "
      "loop_status, pipeline_status.\n"
      "None of them approves, skips or edits anything. Runs go on when the server ends.\n\n"
      "Over HTTP every request needs the header `Authorization: Bearer TOKEN`; the token is "
      "printed, "
      "or taken from\n"
      "ASSAY_MCP_TOKEN.\n\n"
      "Examples:\n"
      "  assay mcp                            as an agent starts it\n"
      "  assay mcp --http 127.0.0.1:8080      for several agents at a time");
  command->callback([address, &session] { serve(session, *address); });
}

}  // namespace assay::cli
