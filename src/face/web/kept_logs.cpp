// SPDX-License-Identifier: MIT
#include "face/web/kept_logs.h"

#include <algorithm>

namespace assay::web {

namespace {

/// All that are kept together; one that is larger is kept alone.
constexpr std::size_t kept_bytes_max = 96U << 20;
/// Small ones are read as fast as they are found.
constexpr std::size_t worth_keeping = 64U << 10;
constexpr std::size_t piece = 64U << 10;

std::uint64_t breaks_in(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

LogText::LogText(std::string text) : text_(std::move(text)) {
  std::uint64_t before = 0;
  for (std::size_t at = 0; at <= text_.size(); at += piece) {
    breaks_.push_back(before);
    before += breaks_in(std::string_view(text_).substr(at, piece));
  }
}

std::uint64_t LogText::line_at(std::size_t byte) const {
  byte = std::min(byte, text_.size());
  const std::size_t begin = byte / piece * piece;
  return 1 + breaks_[byte / piece] + breaks_in(std::string_view(text_).substr(begin, byte - begin));
}

Result<std::shared_ptr<const LogText>> KeptLogs::read(const std::string& path,
                                                      const std::string& folder,
                                                      shell::Files& files) {
  // Before it is read: what is written meanwhile is read next time.
  std::string stamp = files.stamp(path);
  {
    const std::lock_guard lock(guard_);
    const auto known = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const Kept& each) { return each.path == path; });
    if (known != kept_.end() && known->stamp == stamp) {
      kept_.splice(kept_.begin(), kept_, known);
      return kept_.front().log;
    }
  }
  const std::string real = TRY(files.real_path(path));
  if (!real.starts_with(TRY(files.real_path(folder)) + "/"))
    return Error{Fault::bad_input, path + ": leads out of the state directory"};
  auto log = std::make_shared<const LogText>(TRY(files.read(real, log_bytes_max)));
  if (log->text().size() >= worth_keeping) keep({path, std::move(stamp), log});
  return log;
}

void KeptLogs::keep(Kept kept) {
  const std::lock_guard lock(guard_);
  std::erase_if(kept_, [&](const Kept& each) { return each.path == kept.path; });
  kept_.push_front(std::move(kept));
  std::size_t bytes = 0;
  for (auto each = kept_.begin(); each != kept_.end();) {
    bytes += each->log->text().size();
    const bool goes = bytes > kept_bytes_max && each != kept_.begin();
    each = goes ? kept_.erase(each) : std::next(each);
  }
}

}  // namespace assay::web
