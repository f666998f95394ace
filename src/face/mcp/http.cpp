// SPDX-License-Identifier: MIT
#include "face/mcp/http.h"

#include "face/mcp/batch.h"

#include <algorithm>

namespace assay::mcp {

using format::mcp::HttpHead;
using shell::HttpExchange;
using shell::HttpHeaders;

struct HttpDoor::Visit {
  HttpHead head;
  std::string body;
  std::shared_ptr<HttpExchange> exchange;
};

namespace {

constexpr std::size_t sessions_max = 1000;
constexpr const char* session_header = "Mcp-Session-Id";
constexpr int ok_status = 200;
constexpr int accepted_status = 202;
constexpr int none_status = 204;
constexpr int bad_status = 400;
constexpr int missing_status = 404;
constexpr int unacceptable_status = 406;

HttpHeaders json_headers() {
  return {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}};
}

HttpHeaders event_headers() {
  return {{"Content-Type", "text/event-stream"},
          {"Cache-Control", "no-store"},
          {"X-Accel-Buffering", "no"}};
}

std::string event_of(const std::string& text) { return "event: message\ndata: " + text + "\n\n"; }

void refuse_request(HttpExchange& exchange, int status, const std::string& why,
                    HttpHeaders more = {}, RpcCode code = RpcCode::invalid_request) {
  HttpHeaders headers = json_headers();
  headers.insert(headers.end(), more.begin(), more.end());
  exchange.answer(status, std::move(headers), format::rpc_error({}, code, why));
}

/// What HTTP says to an error of a request.
int status_of(std::optional<RpcCode> code, bool stateless) {
  if (!code) return ok_status;
  if (*code == RpcCode::parse_error || *code == RpcCode::invalid_request) return bad_status;
  if (!stateless) return ok_status;
  if (*code == RpcCode::method_not_found) return missing_status;
  const bool about_version =
      *code == RpcCode::unsupported_version || *code == RpcCode::header_mismatch;
  return about_version || *code == RpcCode::invalid_params ? bad_status : ok_status;
}

/// The answer of one request: whole, or behind notifications as a stream of events.
class Reply {
 public:
  Reply(std::shared_ptr<HttpExchange> exchange, bool stateless, bool takes_events,
        HttpHeaders headers)
      : exchange_(std::move(exchange)),
        stateless_(stateless),
        takes_events_(takes_events),
        headers_(std::move(headers)) {}

  void answer(std::string text, std::optional<RpcCode> code) {
    const std::lock_guard lock(guard_);
    if (streams_) {
      exchange_->say({}, event_of(text));
      return exchange_->end();
    }
    HttpHeaders headers = json_headers();
    headers.insert(headers.end(), headers_.begin(), headers_.end());
    exchange_->answer(status_of(code, stateless_), std::move(headers), std::move(text));
  }
  void notify(const std::string& text) {
    const std::lock_guard lock(guard_);
    if (!takes_events_) return;
    HttpHeaders headers = event_headers();
    headers.insert(headers.end(), headers_.begin(), headers_.end());
    streams_ = true;
    exchange_->say(std::move(headers), event_of(text));
  }
  void drop() {
    const std::lock_guard lock(guard_);
    streams_ ? exchange_->end() : exchange_->answer(none_status, {}, "");
  }
  bool is_gone() const { return exchange_->is_gone(); }

 private:
  std::mutex guard_;
  std::shared_ptr<HttpExchange> exchange_;
  bool stateless_;
  bool takes_events_;
  HttpHeaders headers_;
  bool streams_ = false;
};

Outlet outlet_of(std::shared_ptr<HttpExchange> exchange, const HttpHead& head, bool stateless,
                 HttpHeaders headers = {}) {
  auto reply = std::make_shared<Reply>(std::move(exchange), stateless,
                                       format::mcp::takes_events(head), std::move(headers));
  Outlet out;
  out.answer = [reply](std::string text, std::optional<RpcCode> code) {
    reply->answer(std::move(text), code);
  };
  out.drop = [reply] { reply->drop(); };
  out.notify = [reply](const std::string& text) { reply->notify(text); };
  out.is_gone = [reply] { return reply->is_gone(); };
  // From 2026-07-28 on to close the connection is how a request is cancelled; before, it may just
  // have broken.
  out.gone_is_cancelled = stateless;
  return out;
}

/// A version that a handshake can agree on; nothing said is one, too.
bool is_handshake_version(const HttpHead& head) {
  const auto version = head.header("mcp-protocol-version");
  if (!version) return head.count("mcp-protocol-version") == 0;
  const auto known = value_of<Revision>(*version);
  return known && !is_stateless(*known);
}

}  // namespace

void HttpDoor::take(shell::HttpRequest request, std::shared_ptr<HttpExchange> exchange) {
  const Visit visit{
      {std::move(request.method), std::move(request.path), std::move(request.headers)},
      std::move(request.body),
      std::move(exchange)};
  if (const auto refusal = format::mcp::check_caller(visit.head, place_))
    return refuse_request(*visit.exchange, refusal->status, refusal->what, refusal->headers);
  visit.head.method == "DELETE" ? take_delete(visit) : take_post(visit);
}

void HttpDoor::take_post(const Visit& visit) {
  if (const auto refusal = format::mcp::check_post(visit.head))
    return refuse_request(*visit.exchange, refusal->status, refusal->what, refusal->headers);
  const format::RpcText read = format::read_rpc(visit.body);
  read.is_batch ? take_batch(visit, read.messages) : take_message(visit, read.messages.front());
}

void HttpDoor::take_message(const Visit& visit, const RpcMessage& message) {
  if (message.kind == RpcMessage::Kind::broken)
    return visit.exchange->answer(bad_status, json_headers(),
                                  format::rpc_error(message.id, message.code, message.fault));
  const bool declares = format::mcp::meta_of(message.params).version.has_value() ||
                        message.method == "server/discover";
  declares || !is_handshake_version(visit.head) ? take_stateless(visit, message)
                                                : take_handshake(visit, message);
}

void HttpDoor::take_stateless(const Visit& visit, const RpcMessage& message) {
  if (message.kind != RpcMessage::Kind::request)
    return visit.exchange->answer(accepted_status, {}, "");
  if (message.method == "subscriptions/listen" && !format::mcp::takes_events(visit.head))
    return refuse_request(*visit.exchange, unacceptable_status,
                          "Accept must allow text/event-stream");
  const Outlet outlet = outlet_of(visit.exchange, visit.head, true);
  const auto meta = format::mcp::meta_of(message.params);
  const std::string given = visit.head.header("mcp-protocol-version").value_or("");
  const bool unknown = !meta.version && given != to_text(Revision::stateless) && !given.empty();
  if (unknown)
    return outlet.answer(
        format::rpc_error(message.id, RpcCode::unsupported_version, "Unsupported protocol version",
                          format::mcp::unsupported_version(given)),
        RpcCode::unsupported_version);
  const std::string wrong =
      meta.version ? format::mcp::header_mismatch(visit.head, message) : std::string();
  if (!wrong.empty())
    return outlet.answer(
        format::rpc_error(message.id, RpcCode::header_mismatch, "Header mismatch: " + wrong),
        RpcCode::header_mismatch);
  server_.hear(std::make_shared<Peer>(), message, outlet);
}

void HttpDoor::take_handshake(const Visit& visit, const RpcMessage& message) {
  const bool asks = message.kind == RpcMessage::Kind::request;
  if (asks && message.method == "initialize") return open_session(visit, message);
  const std::shared_ptr<Peer> peer = peer_of(visit);
  if (!peer) return;
  server_.hear(peer, message, asks ? outlet_of(visit.exchange, visit.head, false) : Outlet{});
  if (!asks) visit.exchange->answer(accepted_status, {}, "");
}

void HttpDoor::open_session(const Visit& visit, const RpcMessage& message) {
  const Session session{make_id_(), std::make_shared<Peer>()};
  sessions_.push_front(session);
  if (sessions_.size() > sessions_max) sessions_.pop_back();
  server_.hear(session.peer, message,
               outlet_of(visit.exchange, visit.head, false, {{session_header, session.id}}));
  if (!session.peer->revision()) sessions_.pop_front();
}

std::shared_ptr<Peer> HttpDoor::peer_of(const Visit& visit) {
  const auto id = visit.head.header(session_header);
  if (!id) {
    refuse_request(*visit.exchange, bad_status, "the header Mcp-Session-Id is missing");
    return nullptr;
  }
  const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                  [&](const Session& each) { return each.id == *id; });
  if (found == sessions_.end()) {
    refuse_request(*visit.exchange, missing_status, "there is no such session");
    return nullptr;
  }
  sessions_.splice(sessions_.begin(), sessions_, found);
  return sessions_.front().peer;
}

void HttpDoor::take_batch(const Visit& visit, const std::vector<RpcMessage>& messages) {
  const std::shared_ptr<Peer> peer = peer_of(visit);
  if (!peer) return;
  if (peer->revision() != Revision::batches)
    return refuse_request(*visit.exchange, bad_status, "only revision 2025-03-26 has batches");
  auto batch = Batch::of(messages, [exchange = visit.exchange](const std::string& answers) {
    exchange->answer(answers.empty() ? accepted_status : ok_status,
                     answers.empty() ? HttpHeaders{} : json_headers(), answers);
  });
  for (const RpcMessage& each : messages) server_.hear(peer, each, Batch::outlet(batch));
}

void HttpDoor::take_delete(const Visit& visit) {
  if (!peer_of(visit)) return;
  sessions_.pop_front();  // the one that was found
  visit.exchange->answer(none_status, {}, "");
}

}  // namespace assay::mcp
