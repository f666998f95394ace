// SPDX-License-Identifier: MIT
// What an attempt put out: its log in pieces, lines found in it, what its agent said and was told.
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "face/web/handlers.h"
#include "face/web/shape.h"
#include "face/web/sight.h"
#include "format/dialect.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::web {

namespace {

constexpr std::uint64_t times_bytes_max = 64U << 20;
constexpr std::size_t hit_bytes_told = 400;
constexpr std::size_t prompt_bytes_told = 1U << 20;
constexpr std::uint64_t prompt_bytes_max = 64U << 20;

}  // namespace

api::Reply<LogShown> log(const Call& call, const LogQuery& query) {
  return look_at_attempt<LogShown>(call, [&](const Sight& sight) -> api::Reply<LogShown> {
    const auto kept = TRY(read_log(sight));
    const std::string& text = kept->text();
    const auto size = static_cast<std::int64_t>(text.size());
    std::size_t from = static_cast<std::size_t>(
        std::clamp<std::int64_t>(query.tail > 0 ? size - query.tail : query.from, 0, size));
    // The beginning of its line, unless that is far away.
    const auto far = static_cast<std::size_t>(query.bytes);
    const std::size_t line = from == 0 ? 0 : text.rfind('\n', from - 1) + 1;
    if (from - line <= far) from = line;
    std::size_t to =
        std::min(text.size(), from + static_cast<std::size_t>(std::max(query.bytes, query.tail)));
    const std::size_t end = to == 0 ? std::string::npos : text.rfind('\n', to - 1);
    const bool cuts = to < text.size() && text[to - 1] != '\n';
    if (cuts && end != std::string::npos && end + 1 > from) to = end + 1;
    return LogShown{from,
                    to,
                    text.size(),
                    kept->line_at(from),
                    text.substr(from, to - from),
                    sight.is_growing()};
  });
}

api::Reply<LogHitsShown> log_search(const Call& call, const SearchQuery& query) {
  return look_at_attempt<LogHitsShown>(call, [&](const Sight& sight) -> api::Reply<LogHitsShown> {
    const auto kept = TRY(read_log(sight));
    const std::string& text = kept->text();
    const std::string lower = query.case_sensitive ? "" : lowered(text);
    const std::string& folded = query.case_sensitive ? text : lower;
    const std::string wanted = query.case_sensitive ? query.text : lowered(query.text);
    LogHitsShown out;
    for (std::size_t hit = folded.find(wanted); hit != std::string::npos;) {
      const std::size_t begin = hit == 0 ? 0 : folded.rfind('\n', hit - 1) + 1;
      const std::size_t end = std::min(folded.find('\n', hit), folded.size());
      ++out.matching;
      const bool told = begin >= static_cast<std::size_t>(query.from);
      const bool full = out.hits.size() == static_cast<std::size_t>(query.limit);
      if (told && full && !out.next.held) out.next.held = begin;
      if (told && !full)
        out.hits.push_back({begin, kept->line_at(begin),
                            text.substr(begin, std::min(end - begin, hit_bytes_told))});
      hit = folded.find(wanted, end);
    }
    return out;
  });
}

api::Reply<Download> raw_log(const Call& call) {
  return look_at_attempt<Download>(call, [&](const Sight& sight) -> api::Reply<Download> {
    const auto kept = TRY(read_log(sight));
    return Download{
        fmt::format("{}-{}-attempt{}.log", sight.dossier.view.row.run_id, sight.name, sight.number),
        "application/octet-stream", kept->text()};
  });
}

namespace {

/// Hears what an agent did, each moment with its time where the lines have one.
std::vector<MomentShown> moments_of(core::Dialect dialect, std::string_view log,
                                    std::string_view times, bool over) {
  std::vector<MomentShown> moments;
  std::optional<std::int64_t> now;
  const auto reader = format::read_dialect(dialect);
  reader->listen([&](const format::Moment& moment) {
    moments.push_back({spelled(moment.kind), moment.text, {now}});
  });
  if (!times.empty()) now = 0;
  std::size_t line = 1;
  for (format::LineTime next; format::take_line_time(times, next);) {
    std::size_t end = 0;
    for (; line < next.line && end < log.size(); ++line)
      end = std::min(log.find('\n', end), log.size() - 1) + 1;
    reader->output(log.substr(0, end));
    log.remove_prefix(end);
    now = next.after.count();
  }
  reader->output(log);
  if (over) reader->finish();
  return moments;
}

}  // namespace

api::Reply<TranscriptShown> transcript(const Call& call, const TranscriptQuery& query) {
  return look_at_attempt<TranscriptShown>(
      call, [&](const Sight& sight) -> api::Reply<TranscriptShown> {
        const auto agent = sight.dossier.view.agents.find(sight.name);
        const bool readable = agent != sight.dossier.view.agents.end() &&
                              core::agent::row_of(agent->second.dialect).prints_events;
        if (!readable)
          return Error{Fault::not_found, sight.name + " has no transcript: read its log"};
        const auto kept = TRY(read_log(sight));
        const auto times = read_beside(sight, ".times", times_bytes_max);
        std::vector<MomentShown> all = moments_of(agent->second.dialect, kept->text(),
                                                  times ? *times : "", sight.ended != nullptr);
        TranscriptShown out{
            {}, static_cast<std::uint64_t>(query.first), all.size(), sight.is_growing()};
        for (std::size_t i = out.first; i < all.size(); ++i) {
          if (out.moments.size() == static_cast<std::size_t>(query.limit)) break;
          out.moments.push_back(std::move(all[i]));
        }
        return out;
      });
}

api::Reply<FileShown> prompt(const Call& call, const NoQuery&) {
  return look_at_attempt<FileShown>(call, [&](const Sight& sight) -> api::Reply<FileShown> {
    std::string text = TRY(read_beside(sight, ".prompt.md", prompt_bytes_max));
    FileShown out{"prompt.md", text.size(), text.size() > prompt_bytes_told, {}};
    text.resize(whole_characters(text, prompt_bytes_told));
    out.text = std::move(text);
    return out;
  });
}

}  // namespace assay::web
