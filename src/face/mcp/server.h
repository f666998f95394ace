// SPDX-License-Identifier: MIT
// The server itself, whatever carries its messages: who asks (a peer), what is under way, and which
// method does what. Tools run in threads of their own; everything else is answered at once.
#pragma once

#include "api/site.h"
#include "face/mcp/tools.h"
#include "format/mcp/protocol.h"
#include "format/rpc/json_rpc.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace assay::mcp {

using format::RpcCode;
using format::RpcMessage;
using format::mcp::Revision;

/// Where the answer to one request goes. Every thread may use it.
struct Outlet {
  /// The answer; `code` of an error, none otherwise.
  std::function<void(std::string text, std::optional<RpcCode> code)> answer;
  /// There will be none: the request was cancelled.
  std::function<void()> drop = [] {};
  /// What is told before it.
  std::function<void(std::string text)> notify = [](const std::string&) {};
  /// Whether the other side has closed the connection that the answer would go to.
  std::function<bool()> is_gone = [] { return false; };
  /// Whether to close it means that the answer is wanted no more.
  bool gone_is_cancelled = false;
};

/// A request that is under way.
struct Work {
  std::atomic<bool> cancelled = false;
  bool only_listens = false;  ///< nothing is done for it
  Outlet outlet;
};

/// Who asks: the process at the other end of a pipe, or a session.
class Peer {
 public:
  std::optional<Revision> revision() const;
  void agree(Revision revision);

  /// False: a request of that id is under way.
  bool begin(const std::string& id, std::shared_ptr<Work> work);
  void end(const std::string& id);
  /// The work that was cancelled; null: there is none.
  std::shared_ptr<Work> cancel(const std::string& id);
  std::size_t busy() const;

 private:
  mutable std::mutex guard_;
  std::optional<Revision> revision_;
  std::map<std::string, std::shared_ptr<Work>> works_;
};

class Server {
 public:
  using FindSite = std::function<api::Reply<api::Site>()>;

  Server(FindSite find_site, std::string version)
      : find_site_(std::move(find_site)), version_(std::move(version)) {}
  ~Server() { close(); }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Never blocks for longer than it takes to write the answer.
  void hear(const std::shared_ptr<Peer>& peer, const RpcMessage& message, const Outlet& outlet);

  /// Ends every wait and returns when all answers are given. Runs go on.
  void close();

 private:
  struct Request;

  void hear_notification(Peer& peer, const RpcMessage& message) const;
  void hear_request(const std::shared_ptr<Peer>& peer, const RpcMessage& message,
                    const Outlet& outlet);
  /// None: it was refused.
  std::optional<Revision> revision_of(const Peer& peer, const RpcMessage& message,
                                      const Outlet& outlet) const;
  bool answer_at_once(Peer& peer, const Request& request);
  void shake_hands(Peer& peer, const Request& request) const;
  void listen(const std::shared_ptr<Peer>& peer, const Request& request) const;
  void start(const std::shared_ptr<Peer>& peer, const Request& request);
  void work(const Request& request, const std::shared_ptr<Work>& work);
  void call_tool(const Request& request, const std::shared_ptr<Work>& work);
  void read_resource(const Request& request);
  void list_resources(const Request& request);
  void give(const Request& request, std::string_view members,
            format::mcp::Caching caching = {}) const;
  void refuse(const Request& request, RpcCode code, std::string_view why,
              std::string_view data = {}) const;

  FindSite find_site_;
  std::string version_;
  std::mutex starting_;
  std::mutex guard_;
  std::condition_variable idle_;
  std::size_t active_ = 0;
  std::atomic<bool> closing_ = false;
};

}  // namespace assay::mcp
