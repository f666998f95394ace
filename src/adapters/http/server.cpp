// SPDX-License-Identifier: MIT
#include "adapters/http/server.h"

#include "adapters/http/exchange.h"
#include "adapters/os/error.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace assay::http {

namespace {

constexpr Millis look_every{500};

timeval time_of(Millis length) {
  return {static_cast<time_t>(length.count() / 1000),
          static_cast<suseconds_t>(length.count() % 1000 * 1000)};
}

std::string_view word_of(evhttp_cmd_type method) {
  switch (method) {
    case EVHTTP_REQ_GET: return "GET";
    case EVHTTP_REQ_POST: return "POST";
    case EVHTTP_REQ_HEAD: return "HEAD";
    case EVHTTP_REQ_PUT: return "PUT";
    case EVHTTP_REQ_DELETE: return "DELETE";
    case EVHTTP_REQ_OPTIONS: return "OPTIONS";
    case EVHTTP_REQ_TRACE: return "TRACE";
    case EVHTTP_REQ_CONNECT: return "CONNECT";
    case EVHTTP_REQ_PATCH: return "PATCH";
  }
  return "";
}

shell::HttpRequest request_of(evhttp_request* from) {
  shell::HttpRequest request;
  request.method = word_of(evhttp_request_get_command(from));
  request.path = evhttp_request_get_uri(from);
  const evkeyvalq* headers = evhttp_request_get_input_headers(from);
  for (const evkeyval* each = headers->tqh_first; each != nullptr; each = each->next.tqe_next)
    request.headers.emplace_back(each->key, each->value);
  evbuffer* body = evhttp_request_get_input_buffer(from);
  request.body.resize(evbuffer_get_length(body));
  evbuffer_remove(body, request.body.data(), request.body.size());
  return request;
}

/// No descriptor is left: nobody is let in until the connections are looked after again.
void shut(evconnlistener* listener, void*) { evconnlistener_disable(listener); }

/// Somebody asked this program to end.
void end_loop(evutil_socket_t, short, void* base) {
  event_base_loopbreak(static_cast<event_base*>(base));
}

}  // namespace

void Server::Free::operator()(event_base* base) const { event_base_free(base); }
void Server::Free::operator()(evhttp* http) const { evhttp_free(http); }
void Server::Free::operator()(event* event) const { event_free(event); }

void Server::Desk::put(Task task) {
  const std::lock_guard lock(guard);
  if (!open) return;
  tasks.push_back(std::move(task));
  ::eventfd_write(bell.get(), 1);
}

Server::Server(const shell::HttpOrder& order)
    : order_(order), base_(event_base_new()), http_(base_ ? evhttp_new(base_.get()) : nullptr) {}

Server::~Server() {
  const std::lock_guard lock(desk_->guard);
  desk_->open = false;
  desk_->tasks.clear();
}

Result<std::unique_ptr<shell::HttpServer>> Server::open(const shell::HttpOrder& order) {
  std::unique_ptr<Server> server(new Server(order));
  server->desk_->bell = os::Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!server->http_ || !server->desk_->bell) return os::error_of("HTTP server", errno);
  TRY(server->listen());
  return std::unique_ptr<shell::HttpServer>(std::move(server));
}

Result<> Server::listen() {
  evhttp* http = http_.get();
  evhttp_set_max_headers_size(http, static_cast<ssize_t>(order_.header_bytes_max));
  evhttp_set_max_body_size(http, static_cast<ssize_t>(order_.body_bytes_max));
  evhttp_set_timeout(http, static_cast<int>(order_.patience.count() / 1000));
  evhttp_set_allowed_methods(http, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD |
                                       EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE | EVHTTP_REQ_OPTIONS |
                                       EVHTTP_REQ_PATCH);
  evhttp_set_gencb(http, &Server::on_request, this);
  evhttp_set_bevcb(http, &Server::on_connection, this);
  evhttp_bound_socket* bound =
      order_.socket.empty() ? TRY(listen_at_address()) : TRY(listen_at_file());
  listener_ = evhttp_bound_socket_get_listener(bound);
  listening_ = evhttp_bound_socket_get_fd(bound);
  evconnlistener_set_error_cb(listener_, shut);
  if (!order_.socket.empty()) return {};
  sockaddr_storage at{};
  socklen_t size = sizeof at;
  if (::getsockname(listening_, reinterpret_cast<sockaddr*>(&at), &size) != 0)
    return os::error_of(order_.address, errno);
  // Both kinds of addresses have it at the same place.
  port_ = ntohs(reinterpret_cast<const sockaddr_in*>(&at)->sin_port);
  return {};
}

Result<evhttp_bound_socket*> Server::listen_at_address() {
  evhttp_bound_socket* bound =
      evhttp_bind_socket_with_handle(http_.get(), order_.address.c_str(), order_.port);
  if (bound != nullptr) return bound;
  const std::string name = order_.address + ":" + std::to_string(order_.port);
  if (errno == EADDRINUSE) return Error{Fault::conflict, name + ": somebody else listens there"};
  return os::error_of(name, errno);
}

/// A file that nobody listens at any more is in the way; one that is no socket is not ours.
Result<evhttp_bound_socket*> Server::listen_at_file() {
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  if (order_.socket.size() >= sizeof at.sun_path)
    return Error{Fault::bad_input, order_.socket + ": too long for the name of a socket"};
  order_.socket.copy(at.sun_path, sizeof at.sun_path - 1);
  const auto* name = reinterpret_cast<const sockaddr*>(&at);
  const auto open = [] {
    return os::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  };
  struct stat known {};
  if (::lstat(order_.socket.c_str(), &known) == 0) {
    if (!S_ISSOCK(known.st_mode))
      return Error{Fault::conflict, order_.socket + ": is there, and no socket"};
    const os::Descriptor probe = open();
    if (probe && ::connect(probe.get(), name, sizeof at) == 0)
      return Error{Fault::conflict, order_.socket + ": somebody else listens there"};
    ::unlink(order_.socket.c_str());
  }
  os::Descriptor socket = open();
  // Nobody else may connect, at no moment.
  const mode_t mask = ::umask(0177);
  const bool bound = socket && ::bind(socket.get(), name, sizeof at) == 0;
  const int problem = errno;
  ::umask(mask);
  if (!bound) return os::error_of(order_.socket, problem);
  constexpr int backlog = 128;
  if (::listen(socket.get(), backlog) != 0) return os::error_of(order_.socket, errno);
  evhttp_bound_socket* handle = evhttp_accept_socket_with_handle(http_.get(), socket.get());
  if (handle == nullptr) return os::error_of(order_.socket, errno);
  socket.release();
  return handle;
}

/// Beyond the limit nobody else is let in until the connections are looked after again.
bufferevent* Server::on_connection(event_base* base, void* server) {
  auto* self = static_cast<Server*>(server);
  if (!self->doorman_.let_in(self->order_.connections_max)) evconnlistener_disable(self->listener_);
  return bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
}

void Server::on_request(evhttp_request* request, void* server) {
  static_cast<Server*>(server)->take(request);
}

void Server::take(evhttp_request* request) {
  if (evhttp_connection* connection = evhttp_request_get_connection(request))
    doorman_.heard(bufferevent_getfd(evhttp_connection_get_bufferevent(connection)));
  auto exchange = std::make_shared<Exchange>(desk_, request, order_.unsent_bytes_max);
  open_.push_back(exchange);
  (*handler_)(request_of(request), std::move(exchange));
}

void Server::empty_desk() {
  eventfd_t rung = 0;
  ::eventfd_read(desk_->bell.get(), &rung);
  std::vector<Task> tasks;
  {
    const std::lock_guard lock(desk_->guard);
    tasks.swap(desk_->tasks);
  }
  for (const Task& task : tasks) task();
}

void Server::look_after() {
  std::erase_if(open_, [](const std::shared_ptr<Exchange>& each) { return !each->look_after(); });
  // Who is being answered has asked in time.
  for (const auto& each : open_) doorman_.heard(each->descriptor());
  const bool room = doorman_.look_around(
      {.listening = listening_, .most = order_.connections_max, .patience = order_.request_max});
  if (room) evconnlistener_enable(listener_);
}

Result<> Server::serve(const Handler& handler) {
  handler_ = &handler;
  event_base* base = base_.get();
  const auto ring = [](evutil_socket_t, short, void* self) {
    static_cast<Server*>(self)->empty_desk();
  };
  const auto tick = [](evutil_socket_t, short, void* self) {
    static_cast<Server*>(self)->look_after();
  };
  const Owned<event> bell(event_new(base, desk_->bell.get(), EV_READ | EV_PERSIST, ring, this));
  const Owned<event> watch(event_new(base, -1, EV_PERSIST, tick, this));
  const Owned<event> ended(evsignal_new(base, SIGTERM, end_loop, base));
  const Owned<event> broken(evsignal_new(base, SIGINT, end_loop, base));
  const timeval period = time_of(look_every);
  if (event_add(bell.get(), nullptr) != 0 || event_add(watch.get(), &period) != 0 ||
      event_add(ended.get(), nullptr) != 0 || event_add(broken.get(), nullptr) != 0)
    return os::error_of("HTTP server", errno);
  if (event_base_dispatch(base) < 0) return os::error_of("HTTP server", errno);
  empty_desk();
  for (const auto& each : open_) each->drop();
  if (!order_.socket.empty()) ::unlink(order_.socket.c_str());
  return {};
}

}  // namespace assay::http
