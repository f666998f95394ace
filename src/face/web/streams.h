// SPDX-License-Identifier: MIT
// Streams that are open, told by one thread: a run as it goes on, or that some run has changed.
// What many look at is read once.
#pragma once

#include "face/web/archive.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
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
  bool follow_run(std::shared_ptr<shell::HttpExchange> exchange, const api::Shelf& shelf,
                  const std::string& run_id, std::uint64_t since);
  /// Whatever happens to any run.
  bool follow_all(std::shared_ptr<shell::HttpExchange> exchange);

 private:
  struct Listener {
    std::shared_ptr<shell::HttpExchange> exchange;
    std::uint64_t since = 0;  ///< number of the last event it was told
    bool begun = false;
  };
  /// A run, and who follows it.
  struct Followed {
    api::Shelf shelf;
    std::string run_id;
    std::vector<Listener> listeners = {};
    std::string row = {};                            ///< as it was told
    std::map<std::string, std::uint64_t> logs = {};  ///< sizes as they were told, by path
    bool over = false;
  };
  struct Joining {
    Listener listener;
    api::Shelf shelf;
    std::string run_id;  ///< empty: all runs
  };
  struct Told {
    std::uint64_t events = 0;
    api::RunState state{};
    friend bool operator==(const Told&, const Told&) = default;
  };

  bool add(Joining joining);
  void run();
  void seat(std::vector<Joining> joining);
  void clear();
  void tell_run(Followed& followed);
  void tell_listeners(Followed& followed, const api::Dossier& dossier, const api::Site& site);
  std::string steps_since(std::uint64_t& since, const api::Dossier& dossier) const;
  std::string logs_grown(Followed& followed, const api::Dossier& dossier, const api::Site& site,
                         std::string& all) const;
  void tell_all();
  std::string changed_runs();

  Archive& archive_;
  std::mutex guard_;
  std::condition_variable bell_;
  std::vector<Joining> joining_;
  bool closing_ = false;
  std::atomic<std::size_t> open_ = 0;
  // Only the thread looks at these.
  std::map<std::string, Followed> followed_;
  std::vector<Listener> of_all_;
  std::map<std::string, std::uint64_t> lists_;  ///< versions of lists that were told, by shelf
  std::map<std::string, Told> rows_;            ///< of all runs, as they were told
  std::thread thread_;
};

/// One event of a stream; `id` 0: it has none.
std::string event_text(std::string_view name, std::uint64_t id, std::string_view data);

}  // namespace assay::web
