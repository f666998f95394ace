// SPDX-License-Identifier: MIT
#include "face/cli/transcript.h"

#include "base/text/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::cli {

namespace {

using format::Moment;

constexpr std::size_t heading_width = 8;

std::string_view heading_of(Moment::Kind kind) {
  switch (kind) {
    case Moment::Kind::said: return "says";
    case Moment::Kind::called: return "tool";
    case Moment::Kind::returned: return "";
    case Moment::Kind::error: return "error";
    case Moment::Kind::retried: return "retry";
    case Moment::Kind::ended: return "end";
    case Moment::Kind::other: return "prints";
  }
  return "";
}

/// Every line behind the heading, the second and further ones below the first.
std::string under(std::string_view heading, std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    out += line.empty() ? "\n"
                        : fmt::format("{:<{}}{}\n", at == 0 ? heading : "", heading_width, line);
    at = end + 1;
  }
  return out;
}

}  // namespace

bool has_transcript(core::Dialect dialect) { return core::agent::row_of(dialect).prints_events; }

TranscriptReader::TranscriptReader(core::Dialect dialect, std::string cwd)
    : cwd_(std::move(cwd)), reader_(format::read_dialect(dialect)) {
  reader_->listen([this](const Moment& moment) { hear(moment); });
}

void TranscriptReader::hear(const Moment& moment) {
  std::string text = printable(strip_escapes(moment.text));
  if (!cwd_.empty()) {
    for (std::size_t at = 0; (at = text.find(cwd_ + "/", at)) != std::string::npos;)
      text.erase(at, cwd_.size() + 1);
  }
  if (moment.kind == Moment::Kind::returned) {
    text = "-> " + text;
    if (now_ && called_ && *now_ > *called_) text += ", " + to_human(*now_ - *called_);
  }
  if (moment.kind == Moment::Kind::called) called_ = now_;
  lines_ += under(heading_of(moment.kind), text);
}

std::string read_transcript(TranscriptReader& reader, std::string_view log,
                            std::string_view times) {
  std::string text;
  if (!times.empty()) reader.at(Millis{0});
  std::size_t line = 1;
  for (format::LineTime next; format::take_line_time(times, next);) {
    std::size_t end = 0;
    for (; line < next.line && end < log.size(); ++line)
      end = std::min(log.find('\n', end), log.size() - 1) + 1;
    text += reader.read(log.substr(0, end));
    log.remove_prefix(end);
    reader.at(next.after);
  }
  return text + reader.read(log) + reader.finish();
}

std::string TranscriptReader::read(std::string_view bytes) {
  reader_->output(bytes);
  return std::exchange(lines_, {});
}

std::string TranscriptReader::finish() {
  reader_->finish();
  return std::exchange(lines_, {});
}

}  // namespace assay::cli
