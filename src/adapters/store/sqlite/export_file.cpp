// SPDX-License-Identifier: MIT
#include "adapters/store/sqlite/export_file.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "adapters/store/sqlite/schema.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace assay::sqlite {

namespace {

constexpr std::string_view database_magic{"SQLite format 3\0", 16};

/// With single spaces, as far as that goes: others indent in their own way.
std::string squeezed(std::string_view sql) {
  std::string out;
  for (const char c : sql) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) out += c;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

Result<> sync(const std::string& path, int flags) {
  const os::Descriptor fd(::open(path.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) return os::error_of(path, errno);
  return {};
}

}  // namespace

Result<std::unique_ptr<ExportFile>> ExportFile::open(const std::string& directory,
                                                     const ExportTable& what) {
  std::unique_ptr<ExportFile> file(new ExportFile(directory + "/" + what.file, what));
  if (exists(file->path_)) {
    TRY(file->look());
    TRY(file->connect(file->path_));
    TRY(file->execute("BEGIN IMMEDIATE"));
    TRY(file->check_schema());
  } else {
    TRY(file->create());
  }
  return file;
}

ExportFile::~ExportFile() {
  close();
  if (draft_.empty()) return;
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) ::unlink((draft_ + ending).c_str());
}

void ExportFile::close() {
  sqlite3_close(database_);  // rolls back what was not committed
  database_ = nullptr;
}

/// SQLite itself would take an empty file for a database, and follow links.
Result<> ExportFile::look() {
  struct stat status {};
  if (::lstat(path_.c_str(), &status) != 0) return os::error_of(path_, errno);
  if (!S_ISREG(status.st_mode)) return not_ours("it is not a regular file");
  const os::Descriptor fd(::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return os::error_of(path_, errno);
  std::string head(database_magic.size(), '\0');
  const ssize_t got = os::read_at(fd.get(), head.data(), head.size(), 0);
  if (got != static_cast<ssize_t>(database_magic.size()) || head != database_magic)
    return not_ours("it is not an SQLite database");
  return {};
}

Result<> ExportFile::create() {
  // SQLite would take the log of another database for that of this one.
  for (const char* ending : {"-wal", "-journal"}) {
    if (exists(path_ + ending))
      return Error{
          Fault::bad_input,
          fmt::format("{}{}: is left of a database that is gone; remove it first", path_, ending)};
  }
  const std::string draft = fmt::format("{}.{}.draft", path_, ::getpid());
  const os::Descriptor fd(
      ::open(draft.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!fd) return os::error_of(draft, errno);
  draft_ = draft;
  TRY(connect(draft_));
  TRY(execute("BEGIN IMMEDIATE"));
  TRY(execute(std::string(sql_of(what_.table))));
  for (const std::string& index : what_.indexes) TRY(execute(std::string(sql_of(index))));
  return {};
}

Result<> ExportFile::connect(const std::string& path) {
  constexpr int flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
  const int code = sqlite3_open_v2(path.c_str(), &database_, flags, nullptr);
  if (code != SQLITE_OK) return trouble(code);
  sqlite3_extended_result_codes(database_, 1);
  for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                      {SQLITE_DBCONFIG_ENABLE_VIEW, 0}}) {
    sqlite3_db_config(database_, option, value, nullptr);
  }
  TRY(execute("PRAGMA busy_timeout=5000; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0"));
  // Nothing of somebody else's is changed before it is known to be such a database.
  return path == draft_ ? execute("PRAGMA journal_mode=WAL") : Result<>();
}

Result<> ExportFile::check_schema() {
  Statement rows =
      TRY(prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"));
  std::vector<std::string> wanted = what_.indexes;
  wanted.push_back(what_.table);
  for (;;) {
    const Result<bool> row = rows.step();
    if (!row) return blame(row.error());
    if (!*row) break;
    const std::string name(rows.text_at(0));
    if (name == "sqlite_sequence") continue;
    const auto found = std::find(wanted.begin(), wanted.end(), name);
    if (found == wanted.end()) return not_ours(fmt::format("it has '{}' in it", name));
    if (squeezed(rows.text_at(1)) != squeezed(sql_of(name)))
      return not_ours(fmt::format("its '{}' is another one", name));
    wanted.erase(found);
  }
  if (!wanted.empty()) return not_ours(fmt::format("it has no '{}'", wanted.back()));
  return {};
}

Result<std::vector<std::string>> ExportFile::runs() {
  Statement rows = TRY(prepare(fmt::format("SELECT DISTINCT run_id FROM {}", what_.table)));
  std::vector<std::string> found;
  for (;;) {
    const Result<bool> row = rows.step();
    if (!row) return blame(row.error());
    if (!*row) return found;
    found.emplace_back(rows.text_at(0));
  }
}

Result<std::uint64_t> ExportFile::fill(Statement& source) {
  TRY(execute("DELETE FROM " + what_.table));
  const int columns = sqlite3_column_count(source.raw());
  std::string places = "?";
  for (int i = 1; i < columns; ++i) places += ", ?";
  Statement insert = TRY(prepare(fmt::format("INSERT INTO {} VALUES({})", what_.table, places)));
  std::uint64_t count = 0;
  for (; TRY(source.step()); ++count) {
    for (int i = 0; i < columns; ++i) {
      const int code =
          sqlite3_bind_value(insert.raw(), i + 1, sqlite3_column_value(source.raw(), i));
      if (code != SQLITE_OK) return trouble(code);
    }
    if (const Result<> inserted = insert.run(); !inserted) return blame(inserted.error());
  }
  return count;
}

Result<> ExportFile::publish() {
  TRY(execute("COMMIT"));
  if (draft_.empty()) {
    const Result<> log = execute("PRAGMA journal_mode=WAL");
    close();
    return log;
  }
  TRY(execute("PRAGMA wal_checkpoint(TRUNCATE)"));
  close();
  if (exists(draft_ + "-wal")) return Error{Fault::io, fmt::format("{}: cannot be closed", draft_)};
  TRY(sync(draft_, O_RDWR));
  // Unlike a rename, a link never takes the place of something that has appeared meanwhile.
  if (::link(draft_.c_str(), path_.c_str()) != 0) return os::error_of(path_, errno);
  return sync(path_.substr(0, path_.rfind('/')), O_RDONLY | O_DIRECTORY);
}

Result<> ExportFile::execute(const std::string& sql) {
  const int code = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return trouble(code);
  return {};
}

Result<Statement> ExportFile::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(database_, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
  if (code != SQLITE_OK) return trouble(code);
  return Statement(statement);
}

Error ExportFile::trouble(int code) const {
  const int kind = code & 0xff;
  if (kind == SQLITE_NOTADB || kind == SQLITE_CORRUPT) return not_ours("it is damaged");
  return blame(failure(database_, code));
}

/// The same trouble under the name of this file.
Error ExportFile::blame(const Error& error) const {
  constexpr std::string_view other = "ledger.db";
  const std::string_view what = error.what;
  const bool named = what.starts_with(other);
  return {error.fault, path_ + (named ? "" : ": ") + std::string(what.substr(named ? 9 : 0))};
}

Error ExportFile::not_ours(const std::string& why) const {
  return {Fault::bad_input,
          fmt::format("{}: is there already and is not written over: {}", path_, why)};
}

}  // namespace assay::sqlite
