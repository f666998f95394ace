// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/connection.h"

#include "adapters/os/wait.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

namespace assay::postgres {

namespace {

using SteadyClock = std::chrono::steady_clock;

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using OwnedResult = std::unique_ptr<PGresult, ClearResult>;

/// The server is away, full or busy, or two got in each other's way.
bool is_passing_state(std::string_view state) {
  constexpr std::string_view states[] = {"40001", "40P01", "57P01", "57P02", "57P03",
                                         "57P05", "53100", "53200", "53300", "53400",
                                         "55P03", "58030", "25006"};
  return state.starts_with("08") ||
         std::find(std::begin(states), std::end(states), state) != std::end(states);
}

Fault fault_of(std::string_view state) {
  if (state == "AS409") return Fault::conflict;
  if (state == "AS404") return Fault::not_found;
  if (state == "AS400") return Fault::bad_input;
  if (state.starts_with("53")) return Fault::exhausted;
  return Fault::io;
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, std::min(text.find('\n'), text.size())));
}

/// Somebody wants this process to end. Coordinators hold such signals back to read them later.
bool is_asked_to_end() {
  sigset_t waiting;
  if (::sigpending(&waiting) != 0) return false;
  return ::sigismember(&waiting, SIGINT) == 1 || ::sigismember(&waiting, SIGTERM) == 1;
}

bool is_ready(int socket, short events, Millis longest) {
  struct pollfd wanted {
    socket, events, 0
  };
  return ::poll(&wanted, 1, static_cast<int>(longest.count())) > 0;
}

struct Values {
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;
  int count() const { return static_cast<int>(values.size()); }
};

}  // namespace

Result<std::shared_ptr<Connection>> Connection::open(Address address) {
  std::shared_ptr<Connection> made(new Connection(std::move(address)));
  TRY(made->connect());
  return made;
}

Connection::~Connection() { PQfinish(connection_); }

Result<> Connection::connect() {
  PQfinish(connection_);
  prepared_.clear();
  std::vector<const char*> names, values;
  for (const auto& [name, value] : address_.settings) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  connection_ = PQconnectdbParams(names.data(), values.data(), 0);
  if (PQstatus(connection_) != CONNECTION_OK) return blame_connection();
  PQsetNoticeProcessor(
      connection_, [](void*, const char*) {}, nullptr);
  return execute(
      "SET client_encoding = 'UTF8'; SET synchronous_commit = on; SET standard_conforming_strings "
      "= on; SET statement_timeout = 0");
}

Error Connection::blame_connection() {
  passing_ = true;
  state_.clear();
  return {Fault::io, fmt::format("{}: cannot be reached: {}", address_.shown,
                                 first_line(PQerrorMessage(connection_)))};
}

Error Connection::blame(const PGresult* result) {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  if (state == nullptr) return blame_connection();
  state_ = state;
  passing_ = is_passing_state(state_) || PQstatus(connection_) != CONNECTION_OK;
  const bool ours = state_.starts_with("AS");
  const std::string what = words == nullptr ? "no reason was given" : words;
  return {fault_of(state_), ours ? what : fmt::format("{}: {}", address_.shown, what)};
}

/// Null: there is no further one.
Result<PGresult*> Connection::next_result() {
  constexpr std::chrono::seconds long_enough{5};
  const auto since = SteadyClock::now();
  while (PQisBusy(connection_) == 1) {
    const bool readable = is_ready(PQsocket(connection_), POLLIN, Millis{500});
    if (readable && PQconsumeInput(connection_) == 0) return blame_connection();
    if (!readable && SteadyClock::now() - since > long_enough && is_asked_to_end()) {
      PQfinish(connection_);
      connection_ = nullptr;
      return blame_connection();
    }
  }
  return PQgetResult(connection_);
}

namespace {

bool is_answer(ExecStatusType status) {
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

}  // namespace

/// The last one of a statement, and nothing is left to be read.
Result<Rows> Connection::only_result() {
  OwnedResult last;
  while (PGresult* each = TRY(next_result())) last.reset(each);
  if (!last) return blame_connection();
  if (!is_answer(PQresultStatus(last.get()))) return blame(last.get());
  return Rows(last.release());
}

Result<> Connection::send(const std::string& sql, const std::string& prepared, const Params& params,
                          int result_format) {
  Values all;
  for (const Params::Value& each : params.values_) {
    all.values.push_back(each.is_null ? nullptr : each.bytes.c_str());
    all.lengths.push_back(static_cast<int>(each.bytes.size()));
    all.formats.push_back(each.binary ? 1 : 0);
  }
  const int sent =
      prepared.empty()
          ? PQsendQueryParams(connection_, sql.c_str(), all.count(), nullptr, all.values.data(),
                              all.lengths.data(), all.formats.data(), result_format)
          : PQsendQueryPrepared(connection_, prepared.c_str(), all.count(), all.values.data(),
                                all.lengths.data(), all.formats.data(), result_format);
  return sent == 1 ? Result<>() : blame_connection();
}

std::string Connection::prepared_name(const std::string& sql) const {
  const auto found = prepared_.find(sql);
  return found == prepared_.end() ? "" : found->second;
}

// What is asked once is not worth a plan that is kept.
Result<Rows> Connection::run(const std::string& sql, const Params& params) {
  passing_ = false;
  if (PQstatus(connection_) != CONNECTION_OK) return blame_connection();
  constexpr int often = 3;
  if (prepared_name(sql).empty() && ++uses_[sql] > often) {
    const std::string name = fmt::format("s{}", prepared_.size());
    if (PQsendPrepare(connection_, name.c_str(), sql.c_str(), 0, nullptr) != 1)
      return blame_connection();
    static_cast<void>(TRY(only_result()));
    prepared_.emplace(sql, name);
  }
  TRY(send(sql, prepared_name(sql), params, 1));
  return only_result();
}

Result<Rows> Connection::run_for_words(const std::string& sql) {
  passing_ = false;
  if (PQstatus(connection_) != CONNECTION_OK) return blame_connection();
  TRY(send(sql, "", {}, 0));
  return only_result();
}

Result<> Connection::execute(const std::string& sql) {
  passing_ = false;
  if (PQstatus(connection_) != CONNECTION_OK) return blame_connection();
  if (PQsendQuery(connection_, sql.c_str()) != 1) return blame_connection();
  std::optional<Error> first;
  while (PGresult* each = TRY(next_result())) {
    const OwnedResult owned(each);
    if (!first && !is_answer(PQresultStatus(each))) first = blame(each);
  }
  return first ? Result<>(*first) : Result<>();
}

Result<> Connection::run_all(std::span<const Step> steps) {
  passing_ = false;
  if (PQstatus(connection_) != CONNECTION_OK) return blame_connection();
  if (PQenterPipelineMode(connection_) != 1) return blame_connection();
  // Each answer belongs to a statement, or to its preparation, which is then known for good.
  std::vector<std::string> prepares;
  std::map<std::string, std::string> about_to;
  for (const Step& step : steps) {
    std::string name = prepared_name(step.sql);
    if (name.empty()) name = about_to[step.sql];
    if (name.empty()) {
      name = fmt::format("s{}", prepared_.size() + about_to.size() - 1);
      about_to[step.sql] = name;
      prepares.emplace_back(step.sql);
      if (PQsendPrepare(connection_, name.c_str(), step.sql, 0, nullptr) != 1)
        return blame_connection();
    }
    prepares.emplace_back();
    TRY(send(step.sql, name, step.params, 1));
  }
  if (PQpipelineSync(connection_) != 1) return blame_connection();
  const Result<> done = finish_pipeline(prepares);
  // Names must not be given twice: what was prepared is known by the name it was given.
  for (const auto& [sql, name] : about_to)
    if (done) prepared_.emplace(sql, name);
  if (!done && !about_to.empty() && PQstatus(connection_) == CONNECTION_OK) {
    const Error blamed = done.error();
    const bool passing = passing_;
    const std::string state = state_;
    roll_back();
    static_cast<void>(execute("DEALLOCATE ALL"));
    prepared_.clear();
    passing_ = passing;
    state_ = state;
    return blamed;
  }
  return done;
}

Result<> Connection::finish_pipeline(const std::vector<std::string>& prepares) {
  std::optional<Error> first;
  for (std::size_t i = 0; i < prepares.size(); ++i) {
    while (PGresult* each = TRY(next_result())) {
      const OwnedResult owned(each);
      const ExecStatusType status = PQresultStatus(each);
      if (!first && !is_answer(status) && status != PGRES_PIPELINE_ABORTED) first = blame(each);
    }
    if (PQstatus(connection_) != CONNECTION_OK) return first ? *first : blame_connection();
  }
  for (;;) {
    const OwnedResult last(TRY(next_result()));
    if (PQstatus(connection_) != CONNECTION_OK) return first ? *first : blame_connection();
    if (last && PQresultStatus(last.get()) == PGRES_PIPELINE_SYNC) break;
  }
  if (PQexitPipelineMode(connection_) != 1) return blame_connection();
  return first ? Result<>(*first) : Result<>();
}

bool Connection::Wait::once_more() {
  Connection& connection = connection_;
  if (Clock::now() >= until_ || is_asked_to_end()) return false;
  if (connection.is_in_transaction()) connection.roll_back();
  os::pause(pause_);
  pause_ = std::min(pause_ * 2, Millis{1000});
  const bool lost = PQstatus(connection.connection_) != CONNECTION_OK ||
                    PQpipelineStatus(connection.connection_) != PQ_PIPELINE_OFF;
  if (lost) static_cast<void>(connection.connect());
  return true;
}

Result<std::string> Connection::hear(SteadyClock::time_point until) {
  for (;;) {
    if (PQconsumeInput(connection_) == 0) return blame_connection();
    if (PGnotify* heard = PQnotifies(connection_)) {
      std::string word = heard->extra;
      PQfreemem(heard);
      return word;
    }
    const auto left = std::chrono::duration_cast<Millis>(until - SteadyClock::now());
    if (left <= Millis{0}) return std::string();
    is_ready(PQsocket(connection_), POLLIN, left + Millis{1});
  }
}

bool Connection::is_in_transaction() const {
  return PQtransactionStatus(connection_) == PQTRANS_INTRANS ||
         PQtransactionStatus(connection_) == PQTRANS_INERROR;
}

void Connection::roll_back() {
  if (!is_in_transaction()) return;
  const bool passing = passing_;
  const std::string state = state_;
  static_cast<void>(execute("ROLLBACK"));
  passing_ = passing;
  state_ = state;
}

Result<Transaction> Transaction::begin(Connection& connection, const char* how) {
  TRY(connection.execute(how));
  return Transaction(connection);
}

Result<> Transaction::commit() {
  Connection* connection = std::exchange(connection_, nullptr);
  return connection->execute("COMMIT");
}

}  // namespace assay::postgres
