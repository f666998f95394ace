// SPDX-License-Identifier: MIT
// One request of a connection and its answer. What other threads say is done by the loop.
#pragma once

#include "adapters/http/server.h"

#include <chrono>

namespace assay::http {

class Exchange final : public shell::HttpExchange, public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(std::shared_ptr<Server::Desk> desk, evhttp_request* request,
           std::size_t unsent_bytes_max);

  void answer(int status, shell::HttpHeaders headers, std::string body) override;
  void say(shell::HttpHeaders headers, std::string piece) override;
  void end() override;
  bool is_gone() const override { return gone_; }

  // Only for the loop.

  /// Notices who has gone away, and lets streams be seen to live. False: there is nothing left to
  /// look after.
  bool look_after();
  /// The descriptor of its connection; -1: it has none any more.
  int descriptor() const;
  /// The server ends.
  void drop();

 private:
  void answer_now(int status, const shell::HttpHeaders& headers, const std::string& body);
  void say_now(const shell::HttpHeaders& headers, const std::string& piece);
  void end_now();
  void put_headers(const shell::HttpHeaders& headers);
  bool is_closed_by_peer() const;
  bool has_too_much_unsent() const;

  std::shared_ptr<Server::Desk> desk_;
  evhttp_request* request_;  ///< null: answered, or gone
  std::size_t unsent_bytes_max_;
  bool streams_ = false;
  std::chrono::steady_clock::time_point said_ = std::chrono::steady_clock::now();
  std::atomic<bool> gone_ = false;
};

}  // namespace assay::http
