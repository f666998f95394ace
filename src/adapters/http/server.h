// SPDX-License-Identifier: MIT
// HTTP by libevent: one thread looks after every connection, so that slow ones cost no more than
// their buffers. Answers come from any thread and are put into a queue that the loop empties.
#pragma once

#include "adapters/http/doorman.h"
#include "adapters/os/descriptor.h"
#include "shell/ports/http.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

struct event;
struct event_base;
struct evconnlistener;
struct evhttp;
struct evhttp_bound_socket;
struct evhttp_request;
struct bufferevent;

namespace assay::http {

class Exchange;

class Server final : public shell::HttpServer {
 public:
  static Result<std::unique_ptr<shell::HttpServer>> open(const shell::HttpOrder& order);
  ~Server() override;

  std::uint16_t port() const override { return port_; }
  Result<> serve(const Handler& handler) override;

 private:
  friend class Exchange;
  using Task = std::function<void()>;

  /// What exchanges know of the server: they may outlive it.
  struct Desk {
    std::mutex guard;
    std::vector<Task> tasks;
    os::Descriptor bell;
    bool open = true;

    void put(Task task);
  };
  struct Free {
    void operator()(event_base* base) const;
    void operator()(evhttp* http) const;
    void operator()(event* event) const;
  };
  template <class T>
  using Owned = std::unique_ptr<T, Free>;

  explicit Server(const shell::HttpOrder& order);
  Result<> listen();
  Result<evhttp_bound_socket*> listen_at_address();
  Result<evhttp_bound_socket*> listen_at_file();
  void empty_desk();
  void look_after();
  void take(evhttp_request* request);
  static void on_request(evhttp_request* request, void* server);
  static bufferevent* on_connection(event_base* base, void* server);

  shell::HttpOrder order_;
  std::uint16_t port_ = 0;
  std::shared_ptr<Desk> desk_ = std::make_shared<Desk>();
  std::vector<std::shared_ptr<Exchange>> open_;  ///< only the loop looks at them
  const Handler* handler_ = nullptr;
  Owned<event_base> base_;
  Owned<evhttp> http_;
  evconnlistener* listener_ = nullptr;  ///< of the above
  int listening_ = -1;                  ///< its descriptor
  Doorman doorman_;
};

}  // namespace assay::http
