// SPDX-License-Identifier: MIT
#include "face/mcp/server.h"

#include "base/quoted.h"
#include "base/text/escape.h"
#include "face/mcp/resources.h"
#include "format/json/fields.h"
#include "format/mcp/harmless.h"

#include <thread>

namespace assay::mcp {

using format::json_text;
using format::JsonNode;
using format::mcp::Caching;

/// A request, in the revision it speaks.
struct Server::Request {
  RpcMessage message;
  Revision revision;
  format::mcp::Meta meta;
  Outlet outlet;
};

namespace {

/// Of all peers together.
constexpr std::size_t active_max = 64;
constexpr std::size_t listening_max = 256;
constexpr std::size_t answer_bytes_max = 1U << 20;

constexpr Caching for_an_hour{3'600'000, true};
constexpr Caching not_kept{0, false};

/// Tools are told of a request that was cancelled, and of a client that has gone.
class WaitingClient final : public Caller {
 public:
  WaitingClient(const Work& work, const std::atomic<bool>& closing, Revision revision,
                std::string token)
      : work_(work), closing_(closing), revision_(revision), token_(std::move(token)) {}

  bool has_cancelled() const override {
    return work_.cancelled || (work_.outlet.gone_is_cancelled && work_.outlet.is_gone());
  }
  bool has_left() const override { return closing_ || work_.outlet.is_gone(); }
  void tell_progress(std::uint64_t done, std::uint64_t total, const std::string& message) override {
    // Each is more than the one before, as the protocol wants it.
    if (token_.empty() || work_.cancelled || (told_ && done <= *told_)) return;
    told_ = done;
    const bool has_words = revision_ >= Revision::batches;
    work_.outlet.notify(format::rpc_notification(
        "notifications/progress",
        format::mcp::progress_params(token_, done, total, has_words ? printable(message) : "")));
  }

 private:
  const Work& work_;
  const std::atomic<bool>& closing_;
  Revision revision_;
  std::string token_;
  std::optional<std::uint64_t> told_;
};

std::string words_of_problem(const api::Problem& problem) {
  const bool without_gates = problem.code == api::Code::no_config ||
                             problem.code == api::Code::no_commands ||
                             problem.code == api::Code::no_gates;
  return printable(api::plain_text(problem)) +
         (without_gates ? " (`assay init` finds the gates of a project)" : "");
}

std::string words_of_problems(const api::Problems& problems) {
  std::string text;
  for (const api::Problem& each : problems)
    text += (text.empty() ? "" : "\n") + words_of_problem(each);
  return text;
}

}  // namespace

void Server::give(const Request& request, std::string_view members, Caching caching) const {
  request.outlet.answer(
      format::rpc_result(request.message.id,
                         format::mcp::result_of(request.revision, members, caching, version_)),
      std::nullopt);
}

void Server::refuse(const Request& request, RpcCode code, std::string_view why,
                    std::string_view data) const {
  request.outlet.answer(format::rpc_error(request.message.id, code, why, data), code);
}

void Server::hear(const std::shared_ptr<Peer>& peer, const RpcMessage& message,
                  const Outlet& outlet) {
  switch (message.kind) {
    case RpcMessage::Kind::broken:
      outlet.answer(format::rpc_error(message.id, message.code, message.fault), message.code);
      return;
    case RpcMessage::Kind::notification: return hear_notification(*peer, message);
    case RpcMessage::Kind::response: return;  // assay asks nothing
    case RpcMessage::Kind::request: return hear_request(peer, message, outlet);
  }
}

void Server::hear_notification(Peer& peer, const RpcMessage& message) const {
  if (message.method != "notifications/cancelled") return;
  const JsonNode* id = message.params.find("requestId");
  if (id == nullptr) return;
  const auto work = peer.cancel(to_json(*id));
  if (work && work->only_listens) peer.end(to_json(*id));
}

std::optional<Revision> Server::revision_of(const Peer& peer, const RpcMessage& message,
                                            const Outlet& outlet) const {
  const format::mcp::Meta meta = format::mcp::meta_of(message.params);
  const auto refused = [&](RpcCode code, std::string_view why, std::string_view data = {}) {
    outlet.answer(format::rpc_error(message.id, code, why, data), code);
    return std::nullopt;
  };
  if (message.method == "initialize" && !meta.version) return Revision::newest_handshake;
  if (meta.version) {
    if (*meta.version != to_text(Revision::stateless))
      return refused(RpcCode::unsupported_version, "Unsupported protocol version",
                     format::mcp::unsupported_version(*meta.version));
    if (!meta.has_capabilities)
      return refused(RpcCode::invalid_params,
                     "_meta lacks io.modelcontextprotocol/clientCapabilities");
    return Revision::stateless;
  }
  if (message.method == "server/discover")
    return refused(RpcCode::invalid_params, "_meta lacks io.modelcontextprotocol/protocolVersion");
  if (const std::optional<Revision> agreed = peer.revision()) return agreed;
  if (message.method == "ping") return Revision::newest_handshake;
  return refused(RpcCode::invalid_params,
                 "first comes initialize; or every request says its protocol version in _meta");
}

void Server::hear_request(const std::shared_ptr<Peer>& peer, const RpcMessage& message,
                          const Outlet& outlet) {
  const std::optional<Revision> revision = revision_of(*peer, message, outlet);
  if (!revision) return;
  const Request request{message, *revision, format::mcp::meta_of(message.params), outlet};
  if (answer_at_once(*peer, request)) return;
  const std::string& method = message.method;
  if (method == "subscriptions/listen" && is_stateless(*revision)) return listen(peer, request);
  if (method == "tools/call" || method == "resources/read" || method == "resources/list")
    return start(peer, request);
  refuse(request, RpcCode::method_not_found, "no such method: " + quoted(method));
}

/// What needs nobody else; false: it does.
bool Server::answer_at_once(Peer& peer, const Request& request) {
  const std::string& method = request.message.method;
  const bool handshake = !is_stateless(request.revision);
  if (method == "initialize" && handshake) {
    shake_hands(peer, request);
  } else if (method == "ping" && handshake) {
    give(request, "");
  } else if (method == "server/discover" && !handshake) {
    request.outlet.answer(
        format::rpc_result(request.message.id, format::mcp::discovery_result(version_)),
        std::nullopt);
  } else if (method == "tools/list") {
    std::vector<format::mcp::ToolShown> shown;
    for (const Tool& each : all_tools()) shown.push_back(each.shown);
    give(request, format::mcp::tools_member(request.revision, shown), for_an_hour);
  } else if (method == "resources/templates/list") {
    give(request, templates_member(), for_an_hour);
  } else {
    return false;
  }
  return true;
}

void Server::shake_hands(Peer& peer, const Request& request) const {
  const auto asked = format::text_member(request.message.params, "protocolVersion");
  if (!asked) return refuse(request, RpcCode::invalid_params, "protocolVersion is missing");
  const Revision revision = format::mcp::agreed(*asked);
  peer.agree(revision);
  request.outlet.answer(
      format::rpc_result(request.message.id, format::mcp::handshake_result(revision, version_)),
      std::nullopt);
}

/// There is nothing that changes by itself: the stream is acknowledged and stays silent until it is
/// cancelled or closed.
void Server::listen(const std::shared_ptr<Peer>& peer, const Request& request) const {
  auto work = std::make_shared<Work>();
  work->outlet = request.outlet;
  work->only_listens = true;
  const std::string& id = request.message.id;
  if (peer->busy() >= listening_max || !peer->begin(id, work))
    return refuse(request, RpcCode::invalid_request, "a request of this id is under way");
  request.outlet.notify(format::rpc_notification("notifications/subscriptions/acknowledged",
                                                 format::mcp::acknowledgement_params(id)));
}

void Server::start(const std::shared_ptr<Peer>& peer, const Request& request) {
  auto work = std::make_shared<Work>();
  work->outlet = request.outlet;
  if (!peer->begin(request.message.id, work))
    return refuse(request, RpcCode::invalid_request, "a request of this id is under way");
  {
    const std::lock_guard lock(guard_);
    if (closing_ || active_ >= active_max) {
      peer->end(request.message.id);
      return refuse(request, RpcCode::internal_error, "too many requests are under way");
    }
    ++active_;
  }
  std::thread([this, peer, request, work] {
    this->work(request, work);
    peer->end(request.message.id);
    const std::lock_guard lock(guard_);
    --active_;
    idle_.notify_all();
  }).detach();
}

void Server::work(const Request& request, const std::shared_ptr<Work>& work) {
  if (request.message.method == "tools/call") return call_tool(request, work);
  if (request.message.method == "resources/list") return list_resources(request);
  read_resource(request);
}

void Server::call_tool(const Request& request, const std::shared_ptr<Work>& work) {
  static const JsonNode nothing;
  const std::string name = format::text_member(request.message.params, "name").value_or("");
  const Tool* tool = find_tool(name);
  if (tool == nullptr)
    return refuse(request, RpcCode::invalid_params, "no such tool: " + quoted(name));
  const auto site = find_site_();
  if (!site) return give(request, format::mcp::call_error_members(words_of_problems(site.error())));
  WaitingClient caller(*work, closing_, request.revision, request.meta.progress_token);
  const JsonNode* arguments = request.message.params.find("arguments");
  const Answer answer =
      tool->run({arguments == nullptr ? nothing : *arguments, *site, caller, starting_});
  if (work->cancelled) return request.outlet.drop();
  if (!answer)
    return give(request, format::mcp::call_error_members(words_of_problems(answer.error())));
  const auto harmless = format::mcp::harmless_json(*answer, answer_bytes_max);
  give(request, harmless
                    ? format::mcp::call_members(request.revision, *harmless)
                    : format::mcp::call_error_members(
                          "the answer is larger than 1 MiB: ask for less, or read the resource"));
}

void Server::list_resources(const Request& request) {
  const auto site = find_site_();
  if (!site) return refuse(request, RpcCode::internal_error, words_of_problems(site.error()));
  give(request, resources_member(*site), not_kept);
}

void Server::read_resource(const Request& request) {
  const auto uri = format::text_member(request.message.params, "uri");
  if (!uri) return refuse(request, RpcCode::invalid_params, "uri is missing");
  const auto site = find_site_();
  if (!site) return refuse(request, RpcCode::internal_error, words_of_problems(site.error()));
  const auto contents = contents_member(*uri, *site);
  if (contents) return give(request, *contents, not_kept);
  const bool missing = contents.error().fault == Fault::not_found;
  const RpcCode code = !missing                         ? RpcCode::internal_error
                       : is_stateless(request.revision) ? RpcCode::invalid_params
                                                        : RpcCode::resource_not_found;
  refuse(request, code, printable(contents.error().what), "{\"uri\":" + json_text(*uri) + "}");
}

void Server::close() {
  std::unique_lock lock(guard_);
  closing_ = true;
  idle_.wait(lock, [this] { return active_ == 0; });
}

}  // namespace assay::mcp
