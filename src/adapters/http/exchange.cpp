// SPDX-License-Identifier: MIT
#include "adapters/http/exchange.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/http.h>
#include <sys/socket.h>

namespace assay::http {

namespace {

constexpr std::chrono::seconds silence_max{15};

struct FreeBuffer {
  void operator()(evbuffer* buffer) const { evbuffer_free(buffer); }
};
using Buffer = std::unique_ptr<evbuffer, FreeBuffer>;

Buffer buffer_of(const std::string& text) {
  Buffer buffer(evbuffer_new());
  ENSURE(buffer != nullptr);
  evbuffer_add(buffer.get(), text.data(), text.size());
  return buffer;
}

}  // namespace

Exchange::Exchange(std::shared_ptr<Server::Desk> desk, evhttp_request* request,
                   std::size_t unsent_bytes_max)
    : desk_(std::move(desk)), request_(request), unsent_bytes_max_(unsent_bytes_max) {}

void Exchange::answer(int status, shell::HttpHeaders headers, std::string body) {
  desk_->put([self = shared_from_this(), status, headers = std::move(headers),
              body = std::move(body)] { self->answer_now(status, headers, body); });
}

void Exchange::say(shell::HttpHeaders headers, std::string piece) {
  desk_->put([self = shared_from_this(), headers = std::move(headers), piece = std::move(piece)] {
    self->say_now(headers, piece);
  });
}

void Exchange::end() {
  desk_->put([self = shared_from_this()] { self->end_now(); });
}

// libevent keeps a request whose connection is gone until it is answered, and only then.

void Exchange::put_headers(const shell::HttpHeaders& headers) {
  evkeyvalq* out = evhttp_request_get_output_headers(request_);
  for (const auto& [name, value] : headers) evhttp_add_header(out, name.c_str(), value.c_str());
}

void Exchange::answer_now(int status, const shell::HttpHeaders& headers, const std::string& body) {
  if (request_ == nullptr) return;
  put_headers(headers);
  evhttp_send_reply(request_, status, nullptr, buffer_of(body).get());
  request_ = nullptr;
}

void Exchange::say_now(const shell::HttpHeaders& headers, const std::string& piece) {
  if (request_ == nullptr) return;
  if (!streams_) {
    put_headers(headers);
    evhttp_send_reply_start(request_, HTTP_OK, nullptr);
    streams_ = true;
  }
  said_ = std::chrono::steady_clock::now();
  evhttp_send_reply_chunk(request_, buffer_of(piece).get());
}

void Exchange::end_now() {
  if (request_ == nullptr) return;
  if (!streams_) return answer_now(HTTP_NOCONTENT, {}, "");
  evhttp_send_reply_end(request_);
  request_ = nullptr;
}

/// Looked for at the socket: while an answer is made, libevent does not read.
bool Exchange::is_closed_by_peer() const {
  evhttp_connection* connection = evhttp_request_get_connection(request_);
  if (connection == nullptr) return true;
  const evutil_socket_t socket = bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
  char byte = 0;
  return socket < 0 || ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

bool Exchange::has_too_much_unsent() const {
  evhttp_connection* connection = evhttp_request_get_connection(request_);
  if (connection == nullptr) return false;
  evbuffer* unsent = bufferevent_get_output(evhttp_connection_get_bufferevent(connection));
  return evbuffer_get_length(unsent) > unsent_bytes_max_;
}

bool Exchange::look_after() {
  if (request_ == nullptr) return false;
  gone_ = gone_ || is_closed_by_peer() || (streams_ && has_too_much_unsent());
  if (gone_ && streams_) {
    end_now();
    return false;
  }
  const bool quiet = std::chrono::steady_clock::now() - said_ > silence_max;
  if (streams_ && quiet) say_now({}, ":\n\n");
  return true;
}

int Exchange::descriptor() const {
  evhttp_connection* connection =
      request_ == nullptr ? nullptr : evhttp_request_get_connection(request_);
  return connection == nullptr ? -1
                               : bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
}

void Exchange::drop() {
  if (request_ == nullptr) return;
  streams_ ? end_now() : answer_now(HTTP_SERVUNAVAIL, {}, "");
}

}  // namespace assay::http
