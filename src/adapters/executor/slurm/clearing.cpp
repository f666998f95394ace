// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/clearing.h"

#include "adapters/executor/slurm/orders.h"
#include "format/record/text.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace assay::slurm {

using shell::Cleared;
using shell::ClearOrder;

namespace {

namespace fs = std::filesystem;

/// What is younger may be about to be named by an order that is not written yet.
constexpr Millis settled_after = std::chrono::hours{1};
constexpr std::uint64_t text_bytes_max = std::uint64_t{64} << 20;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_young(const std::string& path) {
  const auto written = time_of(path);
  const Instant now = std::chrono::floor<Millis>(std::chrono::system_clock::now());
  return !written || *written > now - settled_after;
}

/// A digest, or a program named by one: the folder may hold what is somebody else's.
bool is_ours(std::string_view name) {
  constexpr std::size_t short_digits = 32;
  constexpr std::size_t digits = 64;
  constexpr std::string_view program = "assay-";
  if (name.starts_with(program)) name.remove_prefix(program.size());
  return (name.size() == short_digits || name.size() == digits) &&
         name.find_first_not_of("0123456789abcdef") == name.npos;
}

void measure(const std::string& path, Cleared::Item& item) {
  const auto add = [&](const std::string& file) {
    struct stat seen {};
    if (::lstat(file.c_str(), &seen) != 0 || S_ISDIR(seen.st_mode)) return;
    ++item.files;
    item.bytes += static_cast<std::uint64_t>(seen.st_size);
  };
  add(path);
  std::error_code failure;
  if (!fs::is_directory(fs::symlink_status(path, failure))) return;
  for (fs::recursive_directory_iterator
           at(path, fs::directory_options::skip_permission_denied, failure),
       end;
       !failure && at != end; at.increment(failure))
    add(at->path().string());
}

class Clearing {
 public:
  Clearing(const ClearOrder& order, Cleared& cleared)
      : order_(order), cleared_(cleared), folder_(order.shared_dir, "") {}

  void run() {
    for (const auto& [run_id, run] : order_.runs) known_[folder_name(run_id, run.begun)] = &run;
    const std::string runs = order_.shared_dir + "/runs";
    for (const std::string& name : names_in(runs)) clear_run(name, runs + "/" + name);
    clear_unnamed("tree", folder_.trees());
    clear_unnamed("program", folder_.programs());
  }

 private:
  void clear_run(const std::string& name, const std::string& path) {
    const auto known = known_.find(name);
    const bool over = known != known_.end() && known->second->ended && !known->second->alive;
    if (over && remove("job", path)) return;
    note_needs(RunFolder(order_.shared_dir, name));
    if (known != known_.end() && (over || known->second->alive)) return;
    const char* why =
        known == known_.end() ? "it is of no run of this ledger" : "its run can be gone on with";
    cleared_.kept.push_back({"job", path, why});
  }

  /// What orders and batches name: everything in them that could be a name.
  void note_needs(const RunFolder& run) {
    for (const std::string& name : names_in(run.orders())) {
      const auto text = read_whole(run.orders() + "/" + name, text_bytes_max);
      const auto order =
          text ? format::stored::read_text<JobOrder>(*text) : Result<JobOrder>(text.error());
      if (!order) unreadable_ = true;
      if (order) needed_ += order->list + "\n";
    }
    for (const std::string& name : names_in(run.batches())) {
      const auto script = read_whole(run.batch(name) + "/script", text_bytes_max);
      if (script) needed_ += *script + "\n";
    }
  }

  void clear_unnamed(const std::string& kind, const std::string& folder) {
    for (const std::string& name : names_in(folder)) {
      const std::string path = folder + "/" + name;
      const std::string bare = name.substr(0, name.find('.'));
      if (!is_ours(bare)) continue;
      const bool needed = unreadable_ || needed_.find(bare) != needed_.npos;
      if (!needed && !is_young(path)) remove(kind, path);
    }
  }

  bool remove(const std::string& kind, const std::string& path) {
    Cleared::Item item{kind, path};
    measure(path, item);
    std::error_code failure;
    if (!order_.dry_run) fs::remove_all(path, failure);
    if (failure) {
      cleared_.kept.push_back({kind, path, failure.message()});
      return false;
    }
    cleared_.removed.push_back(std::move(item));
    return true;
  }

  const ClearOrder& order_;
  Cleared& cleared_;
  RunFolder folder_;
  std::map<std::string, const ClearOrder::Run*> known_;
  std::string needed_;
  bool unreadable_ = false;
};

}  // namespace

void clear_shared(const ClearOrder& order, Cleared& cleared) {
  if (!order.shared_dir.empty()) Clearing(order, cleared).run();
}

}  // namespace assay::slurm
