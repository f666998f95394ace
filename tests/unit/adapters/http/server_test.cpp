// SPDX-License-Identifier: MIT
#include "adapters/http/server.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

namespace assay::http {
namespace {

/// A server in a thread of its own, which ends with this.
class Running {
 public:
  explicit Running(shell::HttpServer::Handler handler, shell::HttpOrder order = {})
      : handler_(std::move(handler)) {
    order.address = "127.0.0.1";
    auto opened = Server::open(order);
    REQUIRE(opened);
    server_ = opened.take();
    thread_ = std::thread([this] { CHECK(server_->serve(handler_)); });
    // It is up when it answers.
    CHECK(ask("GET /up HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").starts_with("HTTP/1.1"));
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    ::kill(::getpid(), SIGTERM);
    thread_.join();
  }

  int connect() const {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(server_->port());
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
    return socket;
  }
  std::string ask(const std::string& text) const {
    const int socket = connect();
    ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    std::string answer;
    char piece[4096];
    for (ssize_t count = 0; (count = ::read(socket, piece, sizeof piece)) > 0;)
      answer.append(piece, static_cast<std::size_t>(count));
    ::close(socket);
    return answer;
  }
  std::uint16_t port() const { return server_->port(); }

 private:
  shell::HttpServer::Handler handler_;
  std::unique_ptr<shell::HttpServer> server_;
  std::thread thread_;
};

std::string post(const std::string& body) {
  return "POST /mcp?q=1 HTTP/1.1\r\nHost: h\r\nX-A: one\r\nConnection: close\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST_CASE("http: a request comes in whole, the answer goes out from another thread") {
  std::vector<std::thread> threads;
  {
    const Running server([&](shell::HttpRequest request, auto exchange) {
      threads.emplace_back([request, exchange] {
        std::string told = request.method + " " + request.path + " " + request.body;
        for (const auto& [name, value] : request.headers)
          if (name == "X-A") told += " " + value;
        exchange->answer(201, {{"X-B", "two"}}, told);
        exchange->answer(500, {}, "a second one is dropped");
      });
    });
    const std::string answer = server.ask(post("hello"));
    CHECK(answer.starts_with("HTTP/1.1 201"));
    CHECK(answer.find("X-B: two") != std::string::npos);
    CHECK(answer.ends_with("POST /mcp?q=1 hello one"));
  }
  for (std::thread& each : threads) each.join();
}

TEST_CASE("http: an answer in pieces") {
  const Running server([](const shell::HttpRequest&, auto exchange) {
    exchange->say({{"Content-Type", "text/event-stream"}}, "data: 1\n\n");
    exchange->say({}, "data: 2\n\n");
    exchange->end();
    exchange->say({}, "data: too late\n\n");
  });
  const std::string answer = server.ask(post("x"));
  CHECK(answer.find("text/event-stream") != std::string::npos);
  CHECK(answer.find("data: 1") < answer.find("data: 2"));
  CHECK(answer.find("data: 2") != std::string::npos);
  CHECK(answer.find("too late") == std::string::npos);
}

TEST_CASE("http: too much is refused, and nobody is asked about it") {
  std::atomic<int> asked = 0;
  shell::HttpOrder order;
  order.body_bytes_max = 1000;
  order.header_bytes_max = 1000;
  const Running server(
      [&](const shell::HttpRequest& request, auto exchange) {
        if (request.method == "POST") ++asked;
        exchange->answer(200, {}, "");
      },
      order);
  CHECK(server.ask(post(std::string(999, 'x'))).starts_with("HTTP/1.1 200"));
  CHECK(asked == 1);
  CHECK_FALSE(server.ask(post(std::string(1001, 'x'))).starts_with("HTTP/1.1 200"));
  CHECK_FALSE(server.ask("POST / HTTP/1.1\r\nX: " + std::string(2000, 'x') + "\r\n\r\n")
                  .starts_with("HTTP/1.1 200"));
  server.ask("garbage\r\n\r\n");
  CHECK(asked == 1);
}

TEST_CASE("http: who goes away is noticed, whether the answer has begun or not") {
  std::mutex guard;
  std::vector<std::shared_ptr<shell::HttpExchange>> open;
  const auto all_gone = [&] {
    const std::lock_guard lock(guard);
    bool gone = open.size() == 2;
    for (const auto& each : open) gone = gone && each->is_gone();
    return gone;
  };
  {
    const Running server([&](const shell::HttpRequest& request, auto exchange) {
      if (request.method == "GET") return exchange->answer(200, {}, "");
      if (request.body == "stream") exchange->say({}, "piece");
      const std::lock_guard lock(guard);
      open.push_back(exchange);
    });
    for (const char* body : {"stream", "wait"}) {
      const int socket = server.connect();
      const std::string text = post(body);
      ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      ::close(socket);
    }
    for (int i = 0; i < 100 && !all_gone(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(all_gone());
    for (const auto& each : open) each->answer(200, {}, "nobody hears this");
  }
  open.front()->answer(200, {}, "nor this: the server is gone");
}

TEST_CASE("http: slow clients hold nobody up") {
  const Running server(
      [](const shell::HttpRequest&, auto exchange) { exchange->answer(200, {}, "ok"); });
  std::vector<int> slow;
  for (int i = 0; i < 100; ++i) {
    slow.push_back(server.connect());
    ::send(slow.back(), "POST /mcp HT", 12, MSG_NOSIGNAL);
  }
  const auto begun = std::chrono::steady_clock::now();
  CHECK(server.ask(post("x")).ends_with("ok"));
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
  for (const int socket : slow) ::close(socket);
}

TEST_CASE("http: who takes every place and asks nothing is shown out; who is answered stays") {
  std::shared_ptr<shell::HttpExchange> stream;
  shell::HttpOrder order;
  order.connections_max = 20;
  const Running server(
      [&](const shell::HttpRequest& request, auto exchange) {
        if (request.body != "stream") return exchange->answer(200, {}, "ok");
        exchange->say({}, "piece");
        stream = exchange;
      },
      order);
  const int listener = server.connect();
  const std::string wanted = post("stream");
  ::send(listener, wanted.data(), wanted.size(), MSG_NOSIGNAL);
  std::vector<int> squatters;
  for (int i = 0; i < 60; ++i) {
    squatters.push_back(server.connect());
    ::send(squatters.back(), "GET / HTTP/1.1\r\nHost: ", 22, MSG_NOSIGNAL);
  }
  CHECK(server.ask(post("x")).ends_with("ok"));
  REQUIRE(stream);
  CHECK_FALSE(stream->is_gone());
  for (const int socket : squatters) ::close(socket);
  ::close(listener);
}

TEST_CASE("http: what the program has connected to itself is no visitor and is left alone") {
  int database[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, database) == 0);
  shell::HttpOrder order;
  order.request_max = Millis{500};
  const Running server(
      [](const shell::HttpRequest&, auto exchange) { exchange->answer(200, {}, "ok"); }, order);
  const int squatter = server.connect();
  const int other_server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::bind(other_server, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
  REQUIRE(::listen(other_server, 1) == 0);
  socklen_t size = sizeof at;
  REQUIRE(::getsockname(other_server, reinterpret_cast<sockaddr*>(&at), &size) == 0);
  const int outgoing = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  REQUIRE(::connect(outgoing, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
  char byte = 0;
  CHECK(::recv(squatter, &byte, 1, 0) == 0);  // shown out, so the others had as long
  CHECK(::send(outgoing, "x", 1, MSG_NOSIGNAL) == 1);
  CHECK(::send(database[0], "x", 1, MSG_NOSIGNAL) == 1);
  for (const int socket : {database[0], database[1], squatter, other_server, outgoing})
    ::close(socket);
}

TEST_CASE("http: without descriptors nobody is let in, and it costs nothing; later they are") {
  const Running server(
      [](const shell::HttpRequest&, auto exchange) { exchange->answer(200, {}, "ok"); });
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  std::vector<int> waiting;
  for (int i = 0; i < 40; ++i) waiting.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const rlimit few{static_cast<rlim_t>(waiting.back()) + 10, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(server.port());
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (const int socket : waiting)
    ::connect(socket, reinterpret_cast<const sockaddr*>(&at), sizeof at);
  rusage begun{};
  ::getrusage(RUSAGE_SELF, &begun);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  rusage ended{};
  ::getrusage(RUSAGE_SELF, &ended);
  const auto millis = [](const rusage& used) {
    return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
  };
  CHECK(millis(ended) - millis(begun) < 200);
  for (const int socket : waiting) ::close(socket);
  ::setrlimit(RLIMIT_NOFILE, &before);
  CHECK(server.ask(post("x")).ends_with("ok"));
}

TEST_CASE("http: a port that is taken is told") {
  const Running server(
      [](const shell::HttpRequest&, auto exchange) { exchange->answer(200, {}, ""); });
  shell::HttpOrder order;
  order.address = "127.0.0.1";
  order.port = server.port();
  const auto second = Server::open(order);
  REQUIRE_FALSE(second);
  CHECK(second.error().fault == Fault::conflict);
}

}  // namespace
}  // namespace assay::http
