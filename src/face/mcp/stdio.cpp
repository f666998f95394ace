// SPDX-License-Identifier: MIT
#include "face/mcp/stdio.h"

#include "face/mcp/batch.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <vector>

namespace assay::mcp {

namespace {

constexpr std::size_t line_bytes_max = 4U << 20;

/// Standard output, a message a line.
class Lines {
 public:
  void write(const std::string& text) {
    const std::lock_guard lock(guard_);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
  }

 private:
  std::mutex guard_;
};

class Talk {
 public:
  explicit Talk(Server& server) : server_(server) {}

  void hear(const format::LineSplitter::Line& line) {
    if (line.too_long)
      return lines_->write(
          format::rpc_error({}, RpcCode::invalid_request, "the line is longer than 4 MiB"));
    if (line.text.find_first_not_of(" \t\r") == std::string::npos) return;
    const format::RpcText read = format::read_rpc(line.text);
    if (read.is_batch) return hear_batch(read.messages);
    server_.hear(peer_, read.messages.front(), outlet());
  }

 private:
  Outlet outlet() const {
    Outlet out;
    out.answer = [lines = lines_](const std::string& text, auto) { lines->write(text); };
    out.notify = [lines = lines_](const std::string& text) { lines->write(text); };
    return out;
  }
  void hear_batch(const std::vector<RpcMessage>& messages) {
    if (peer_->revision() != Revision::batches)
      return lines_->write(
          format::rpc_error({}, RpcCode::invalid_request, "only revision 2025-03-26 has batches"));
    auto batch = Batch::of(messages, [lines = lines_](const std::string& answers) {
      if (!answers.empty()) lines->write(answers);
    });
    for (const RpcMessage& each : messages) {
      Outlet out = Batch::outlet(batch);
      out.notify = outlet().notify;
      server_.hear(peer_, each, out);
    }
  }

  Server& server_;
  std::shared_ptr<Lines> lines_ = std::make_shared<Lines>();
  std::shared_ptr<Peer> peer_ = std::make_shared<Peer>();
};

}  // namespace

void serve_stdio(Server& server) {
  Talk talk(server);
  format::LineSplitter splitter(line_bytes_max);
  std::vector<char> piece(64U << 10);
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    for (const auto& line : splitter.feed({piece.data(), static_cast<std::size_t>(count)}))
      talk.hear(line);
  }
  if (const auto rest = splitter.finish()) talk.hear(*rest);
  server.close();
}

}  // namespace assay::mcp
