// SPDX-License-Identifier: MIT
// Who asks over HTTP, and what they get: the page to everybody who finds the address, everything
// else only to who has the token. Answers are made by a few threads, streams by one.
#pragma once

#include "face/web/archive.h"
#include "face/web/routes.h"
#include "face/web/streams.h"
#include "format/http/caller.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace assay::web {

/// Wrong tokens within the last minute: who guesses is told to wait.
class Guesses {
 public:
  /// False: there were too many.
  bool note_wrong(Instant now);

 private:
  std::deque<Instant> wrong_;
};

class Door {
 public:
  Door(Archive& archive, format::http::HttpPlace place);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  /// Never blocks.
  void take(shell::HttpRequest request, std::shared_ptr<shell::HttpExchange> exchange);

 private:
  struct Visit;
  using Work = std::function<void()>;

  void take_api(Visit visit, std::string_view path, std::string_view query);
  void answer_api(const Visit& visit, const Route& route, const Call& call);
  void give(const Visit& visit, int status, shell::HttpHeaders headers, std::string body);
  void refuse(const Visit& visit, int status, const api::Problems& problems,
              shell::HttpHeaders headers = {});
  void give_page(const Visit& visit, std::string_view path);
  bool put(Work work);
  void work();

  Archive& archive_;
  format::http::HttpPlace place_;
  Guesses guesses_;  ///< only the loop looks at it
  Streams streams_;
  std::mutex guard_;
  std::condition_variable bell_;
  std::deque<Work> queue_;
  bool closing_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace assay::web
