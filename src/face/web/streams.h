// SPDX-License-Identifier: MIT
// Everybody who follows a run, or all of them, looked after by one thread: what was read of a run
// is read once, however many watch it.
#pragma once

#include "face/web/archive.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace assay::web {

class Streams {
 public:
  explicit Streams(Archive& archive);
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  /// From the event after `since` on. False: there are too many streams already.
  bool follow_run(std::shared_ptr<shell::HttpExchange> exchange, std::string shelf,
                  std::string run_id, std::uint64_t since);
  /// Whatever happens to any run.
  bool follow_all(std::shared_ptr<shell::HttpExchange> exchange);

 private:
  struct Listener {
    std::shared_ptr<shell::HttpExchange> exchange;
    std::string shelf;  ///< empty: all
    std::string run_id;
    std::uint64_t since = 0;
    std::string last_row = {};                       ///< as it was told
    std::map<std::string, std::uint64_t> logs = {};  ///< sizes as they were told
    std::map<std::string, std::string> rows = {};    ///< of all runs
    bool begun = false;
    bool over = false;
  };

  bool add(Listener listener);
  void run();
  void tell(Listener& listener);
  void tell_run(Listener& listener);
  void tell_logs(Listener& listener, const api::Dossier& dossier, const api::Site& site);
  void tell_all(Listener& listener);
  void say(Listener& listener, std::string text);

  Archive& archive_;
  std::mutex guard_;
  std::vector<std::shared_ptr<Listener>> listeners_;
  std::atomic<bool> closing_ = false;
  std::thread thread_;
};

/// One event of a stream; `id` 0: it has none.
std::string event_text(std::string_view name, std::uint64_t id, std::string_view data);

}  // namespace assay::web
