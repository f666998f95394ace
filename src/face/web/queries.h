// SPDX-License-Identifier: MIT
// What may stand behind the question mark of an address, field by field.
#pragma once

#include "api/run_state.h"
#include "api/tests.h"
#include "base/record.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::web {

struct NoQuery {
  std::optional<std::string> unused = {};
};
constexpr auto fields_of(Of<NoQuery>) { return record<NoQuery>(absent(&NoQuery::unused)); }

inline constexpr Range page_range{1, 1000};

struct RunsQuery {
  std::string workspace = {};
  std::string machine = {};
  std::optional<api::RunState> state = {};
  std::string text = {};
  std::int32_t limit = 50;
  std::string cursor = {};
};
constexpr auto fields_of(Of<RunsQuery>) {
  using Query = RunsQuery;
  return record<Query>(
      field("workspace", &Query::workspace, "Only of this one, by its id. Default: all."),
      field("machine", &Query::machine, "Only of this machine. Default: all."),
      field("state", &Query::state, "Only in this state. Default: all."),
      field("text", &Query::text, Range{0, 200},
            "Only those whose id, name or path of the workspace has it. Default: all."),
      field("limit", &Query::limit, page_range, "At most so many."),
      field("cursor", &Query::cursor, "`next` of the page before. Default: the first page."));
}

struct GatesQuery {
  std::optional<std::int32_t> stage = {};
  std::optional<api::UnitState> state = {};
  std::string text = {};
  std::int32_t limit = 200;
  std::string cursor = {};
};
constexpr auto fields_of(Of<GatesQuery>) {
  using Query = GatesQuery;
  return record<Query>(
      field("stage", &Query::stage, Range{-1'000'000}, "Only of this stage. Default: all."),
      field("state", &Query::state, "Only in this state. Default: all."),
      field("text", &Query::text, Range{0, 200},
            "Only those whose id or command has it. Default: all."),
      field("limit", &Query::limit, page_range, "At most so many."),
      field("cursor", &Query::cursor, "`next` of the page before. Default: the first page."));
}

struct AttemptsQuery {
  std::string name = {};
  std::optional<api::UnitState> state = {};
  std::string text = {};
  bool agents = false;
  std::int32_t limit = 200;
  std::string cursor = {};
};
constexpr auto fields_of(Of<AttemptsQuery>) {
  using Query = AttemptsQuery;
  return record<Query>(
      field("name", &Query::name, "Only of this name, all its attempts. Default: all."),
      field("state", &Query::state, "Only in this state. Default: all."),
      field("text", &Query::text, Range{0, 200}, "Only those whose name has it. Default: all."),
      field("agents", &Query::agents, "Only of agents."),
      field("limit", &Query::limit, page_range, "At most so many."),
      field("cursor", &Query::cursor, "`next` of the page before. Default: the first page."));
}

struct TimelineQuery {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int32_t limit = 2000;
  std::int32_t buckets = 400;
};
constexpr auto fields_of(Of<TimelineQuery>) {
  using Query = TimelineQuery;
  constexpr Range any{0, std::numeric_limits<std::int64_t>::max()};
  return record<Query>(
      field("from", &Query::from, any, "Milliseconds after the start of the run. Default: 0."),
      field("to", &Query::to, any, "Likewise. Default: the end, or now."),
      field("limit", &Query::limit, Range{1, 10'000}, "So many attempts are told one by one."),
      field("buckets", &Query::buckets, Range{1, 2000}, "Where they are more, so many parts."));
}

struct EventsQuery {
  std::int64_t since = 0;
  std::int32_t limit = 500;
  std::int32_t wait = 0;
};
constexpr auto fields_of(Of<EventsQuery>) {
  using Query = EventsQuery;
  constexpr Range any{0, std::numeric_limits<std::int64_t>::max()};
  return record<Query>(
      field("since", &Query::since, any,
            "Only events after this one; Last-Event-ID says the same, and goes first. Default: "
            "0."),
      field("limit", &Query::limit, Range{1, 5000}, "At most so many. Not for streams."),
      field("wait", &Query::wait, Range{0, 25}, "Seconds to wait if there is none yet."));
}

struct ExplainQuery {
  std::string id = {};
  bool brief = true;
  std::int32_t limit = 200;
  std::string cursor = {};
};
constexpr auto fields_of(Of<ExplainQuery>) {
  using Query = ExplainQuery;
  return record<Query>(
      field("id", &Query::id, "Only what is about this gate, task or agent. Default: all."),
      field("brief", &Query::brief, "Only what turned the run."),
      field("limit", &Query::limit, page_range, "At most so many."),
      field("cursor", &Query::cursor, "`next` of the page before. Default: the first page."));
}

struct LogQuery {
  std::int64_t from = 0;
  std::int32_t bytes = 64 << 10;
  std::int32_t tail = 0;
};
constexpr auto fields_of(Of<LogQuery>) {
  using Query = LogQuery;
  constexpr Range any{0, std::numeric_limits<std::int64_t>::max()};
  return record<Query>(field("from", &Query::from, any,
                             "First byte; the piece begins with the line it is in. Default: 0."),
                       field("bytes", &Query::bytes, Range{1, 1 << 20},
                             "About so many; the piece ends with a line unless one is longer."),
                       field("tail", &Query::tail, Range{0, 1 << 20},
                             "Instead of `from`: the last so many bytes. Default: 0."));
}

struct SearchQuery {
  std::string text = {};
  std::int64_t from = 0;
  std::int32_t limit = 100;
  bool case_sensitive = false;
};
constexpr auto fields_of(Of<SearchQuery>) {
  using Query = SearchQuery;
  constexpr Range any{0, std::numeric_limits<std::int64_t>::max()};
  return record<Query>(
      field("text", &Query::text, required, Range{1, 500}, "What is looked for, as it is."),
      field("from", &Query::from, any, "Only in lines from this byte on. Default: 0."),
      field("limit", &Query::limit, page_range, "At most so many lines."),
      field("case_sensitive", &Query::case_sensitive, "Letters are not alike."));
}

struct TranscriptQuery {
  std::int64_t first = 0;
  std::int32_t limit = 500;
};
constexpr auto fields_of(Of<TranscriptQuery>) {
  using Query = TranscriptQuery;
  constexpr Range any{0, std::numeric_limits<std::int64_t>::max()};
  return record<Query>(field("first", &Query::first, any, "From this moment on. Default: 0."),
                       field("limit", &Query::limit, page_range, "At most so many."));
}

struct FileQuery {
  std::string path = {};
};
constexpr auto fields_of(Of<FileQuery>) {
  return record<FileQuery>(field("path", &FileQuery::path, required,
                                 "One of `files` of the question, or `bundle` of the pipeline."));
}

struct TestsQuery {
  api::WhichTests which = api::WhichTests::all;
  std::string test = {};
  bool trees = false;
  std::int32_t limit = 200;
  std::string cursor = {};
};
constexpr auto fields_of(Of<TestsQuery>) {
  using Query = TestsQuery;
  return record<Query>(
      field("which", &Query::which, "Which of them."),
      field("test", &Query::test, Range{0, 1000},
            "Only tests of this name; * and ? stand for others. Default: all."),
      field("trees", &Query::trees, "Outcomes by tree as well."),
      field("limit", &Query::limit, page_range, "At most so many."),
      field("cursor", &Query::cursor, "`next` of the page before. Default: the first page."));
}

struct TestQuery {
  std::string gate = {};
  std::string test = {};
};
constexpr auto fields_of(Of<TestQuery>) {
  using Query = TestQuery;
  return record<Query>(field("gate", &Query::gate, required, "Its gate."),
                       field("test", &Query::test, required, "Its name, whole."));
}

struct SpendingQuery {
  std::string workspace = {};
  std::int32_t days = 30;
};
constexpr auto fields_of(Of<SpendingQuery>) {
  using Query = SpendingQuery;
  return record<Query>(
      field("workspace", &Query::workspace, "Only of this one, by its id. Default: all."),
      field("days", &Query::days, Range{1, 366}, "The last so many."));
}

struct CommitQuery {
  std::string commit = "HEAD";
};
constexpr auto fields_of(Of<CommitQuery>) {
  return record<CommitQuery>(field("commit", &CommitQuery::commit, Range{1, 200}, "Which one."));
}

struct CompareQuery {
  std::string a = {};
  std::string b = {};
};
constexpr auto fields_of(Of<CompareQuery>) {
  using Query = CompareQuery;
  return record<Query>(field("a", &Query::a, required, "WORKSPACE/RUN."),
                       field("b", &Query::b, required, "WORKSPACE/RUN."));
}

}  // namespace assay::web
