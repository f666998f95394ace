// SPDX-License-Identifier: MIT
// A small HTTP server on this machine: requests come in whole, answers go out whole or as a stream.
#pragma once

#include "base/instant.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::shell {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method;
  std::string path;  ///< with its query
  HttpHeaders headers;
  std::string body;
};

/// One request that waits for its answer. Every thread may use it; what is said after the end, or
/// to somebody who has gone away, is dropped.
class HttpExchange {
 public:
  virtual ~HttpExchange() = default;

  virtual void answer(int status, HttpHeaders headers, std::string body) = 0;
  /// An answer that comes in pieces, beginning with the first of these; end() is its end.
  virtual void say(HttpHeaders headers, std::string piece) = 0;
  virtual void end() = 0;
  /// The other side has closed the connection.
  virtual bool is_gone() const = 0;
};

struct HttpOrder {
  std::string address;     ///< a number: of the loopback, or of this machine
  std::uint16_t port = 0;  ///< 0: any that is free
  std::size_t header_bytes_max = 32U << 10;
  std::size_t body_bytes_max = 4U << 20;
  std::size_t unsent_bytes_max = 1U << 20;  ///< who does not read is cut off
  Millis patience{60'000};                  ///< with who does not send or read
  std::string socket = {};                  ///< a file to listen at instead, for this user alone
  std::size_t connections_max = 256;        ///< beyond them nobody is let in until one goes
  Millis request_max{30'000};  ///< so long a connection may be open without a whole request
};

class HttpServer {
 public:
  using Handler = std::function<void(HttpRequest request, std::shared_ptr<HttpExchange> exchange)>;

  virtual ~HttpServer() = default;

  virtual std::uint16_t port() const = 0;
  /// Serves until a signal asks this program to end. The handler must not block.
  virtual Result<> serve(const Handler& handler) = 0;
};

}  // namespace assay::shell
