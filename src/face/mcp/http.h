// SPDX-License-Identifier: MIT
// MCP over HTTP on the loopback: one endpoint, POST for every message. Requests of the stateless
// revision stand for themselves; those of a handshake belong to a session.
#pragma once

#include "api/run.h"
#include "face/mcp/server.h"
#include "format/mcp/http_rules.h"

#include <list>

namespace assay::mcp {

class HttpDoor {
 public:
  /// `make_id`: names for sessions that nobody can guess.
  HttpDoor(Server& server, format::mcp::HttpPlace place, std::function<std::string()> make_id)
      : server_(server), place_(std::move(place)), make_id_(std::move(make_id)) {}

  void take(shell::HttpRequest request, std::shared_ptr<shell::HttpExchange> exchange);

 private:
  struct Session {
    std::string id;
    std::shared_ptr<Peer> peer;
  };
  struct Visit;

  void take_post(const Visit& visit);
  void take_message(const Visit& visit, const RpcMessage& message);
  void take_stateless(const Visit& visit, const RpcMessage& message);
  void take_handshake(const Visit& visit, const RpcMessage& message);
  void take_batch(const Visit& visit, const std::vector<RpcMessage>& messages);
  void take_delete(const Visit& visit);
  void open_session(const Visit& visit, const RpcMessage& message);
  /// Null: there is none, and that was told.
  std::shared_ptr<Peer> peer_of(const Visit& visit);

  Server& server_;
  format::mcp::HttpPlace place_;
  std::function<std::string()> make_id_;
  std::list<Session> sessions_;  ///< the last used first; only the loop looks at them
};

}  // namespace assay::mcp
