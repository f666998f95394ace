// SPDX-License-Identifier: MIT
// Logs that are being read, kept for the next piece and for the next reader: a log of 50 MB is read
// once and not once for every hundred lines.
#pragma once

#include "api/site.h"
#include "base/result.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace assay::web {

/// More of a log is not read into memory.
constexpr std::uint64_t log_bytes_max = 64U << 20;

/// The text of a log, and how many lines come before each place of it.
class LogText {
 public:
  explicit LogText(std::string text);

  const std::string& text() const { return text_; }
  /// Number of the line at this byte, from 1.
  std::uint64_t line_at(std::size_t byte) const;

 private:
  std::string text_;
  std::vector<std::uint64_t> breaks_;  ///< line breaks before each piece of it
};

class KeptLogs {
 public:
  /// The log as it is now. It must lie in `folder`, also once links are followed: nothing else of
  /// this machine is read. Fault::not_found: there is none.
  Result<std::shared_ptr<const LogText>> read(const std::string& path, const std::string& folder,
                                              shell::Files& files);

 private:
  struct Kept {
    std::string path;
    std::string stamp;
    std::shared_ptr<const LogText> log;
  };

  void keep(Kept kept);

  std::mutex guard_;
  std::list<Kept> kept_;  ///< the last used first
};

}  // namespace assay::web
