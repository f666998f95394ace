// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/files.h"

#include "adapters/os/bytes.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

namespace assay::postgres {

namespace {

constexpr std::size_t piece_bytes = 1U << 20U;

Result<std::string> next_piece(int fd) {
  std::string piece(piece_bytes, '\0');
  std::size_t filled = 0;
  while (filled < piece.size()) {
    const ssize_t got = ::read(fd, piece.data() + filled, piece.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return os::error_of("a log", errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  piece.resize(filled);
  return piece;
}

/// The file, if it still is what was written.
Result<os::Descriptor> open_written(const std::string& path, const Digest& written) {
  os::Descriptor fd(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!fd) return os::error_of(path, errno);
  Hasher hasher;
  for (;;) {
    const std::string piece = TRY(next_piece(fd.get()));
    if (piece.empty()) break;
    hasher.update(piece);
  }
  if (hasher.finish() != written) return Error{Fault::io, path + ": was changed"};
  if (::lseek(fd.get(), 0, SEEK_SET) != 0) return os::error_of(path, errno);
  return fd;
}

}  // namespace

Result<bool> RunFiles::has(const Digest& digest) {
  const Rows row =
      TRY(home_.connection->run("SELECT 1 FROM blobs WHERE digest = $1", Params().digest(digest)));
  return !row.empty();
}

/// One transaction: a content is there as a whole, or not at all.
Result<> RunFiles::upload(const Digest& digest, bool kept, const Next& next) {
  Connection& database = *home_.connection;
  Transaction transaction = TRY(Transaction::begin(database));
  const Rows made = TRY(database.run(
      "INSERT INTO blobs(digest, size, kept) VALUES($1, 0, $2::boolean) ON CONFLICT DO NOTHING"
      " RETURNING 1",
      Params().digest(digest).text(kept ? "true" : "false")));
  if (made.empty()) return {};
  std::int64_t size = 0;
  for (std::int64_t number = 0;; ++number) {
    const std::string piece = TRY(next());
    if (piece.empty()) break;
    size += static_cast<std::int64_t>(piece.size());
    static_cast<void>(
        TRY(database.run("INSERT INTO blob_pieces(digest, piece, bytes) VALUES($1, $2, $3)",
                         Params().digest(digest).integer(number).bytes(piece))));
  }
  static_cast<void>(TRY(database.run("UPDATE blobs SET size = $2 WHERE digest = $1",
                                     Params().digest(digest).integer(size))));
  return transaction.commit();
}

Result<> RunFiles::upload(const Digest& digest, bool kept, std::string_view content) {
  return upload(digest, kept, [&]() -> Result<std::string> {
    const std::string piece(content.substr(0, piece_bytes));
    content.remove_prefix(piece.size());
    return piece;
  });
}

Result<> RunFiles::visit(const Digest& digest, const Take& take) {
  for (std::int64_t number = 0;; ++number) {
    const Rows row = TRY(home_.connection->insist([&] {
      return home_.connection->run("SELECT bytes FROM blob_pieces WHERE digest = $1 AND piece = $2",
                                   Params().digest(digest).integer(number));
    }));
    if (row.empty()) return {};
    take(row.bytes(0, 0));
  }
}

Result<std::string> RunFiles::whole(const std::string& name, const Digest& digest) {
  if (!TRY(home_.connection->insist([&] { return has(digest); })))
    return Error{Fault::not_found, name + ": no such content"};
  std::string content;
  TRY(visit(digest, [&](std::string_view piece) { content += piece; }));
  if (digest_of(content) != digest) return Error{Fault::io, name + ": was changed"};
  return content;
}

Result<> RunFiles::share(const std::string& run_id, const std::string& path,
                         const Digest& written) {
  Connection& database = *home_.connection;
  const auto file = open_written(path, written);
  if (!file) return {};
  return database.insist([&]() -> Result<> {
    if (!TRY(has(written))) {
      if (::lseek(file->get(), 0, SEEK_SET) != 0) return os::error_of(path, errno);
      TRY(upload(written, false, [&] { return next_piece(file->get()); }));
    }
    return name(run_id, path, written);
  });
}

Result<> RunFiles::name(const std::string& run_id, const std::string& path, const Digest& digest) {
  static_cast<void>(
      TRY(home_.connection->run("INSERT INTO run_files(run_id, path, digest) VALUES($1, $2, $3)"
                                " ON CONFLICT(run_id, path) DO UPDATE SET digest = excluded.digest",
                                Params().text(run_id).text(path).digest(digest))));
  return {};
}

Result<> RunFiles::adopt(const std::string& run_id, const std::string& path,
                         std::string_view content) {
  const Digest digest = digest_of(content);
  return home_.connection->insist([&]() -> Result<> {
    if (!TRY(has(digest))) TRY(upload(digest, false, content));
    return name(run_id, path, digest);
  });
}

shell::LogSight RunFiles::look_at(const std::string& run_id, const std::string& log_path) {
  shell::LogSight here = local_.look_at(run_id, log_path);
  if (here.digest || here.pruned || ::access(log_path.c_str(), F_OK) == 0) return here;
  const auto row = home_.connection->run(
      "SELECT (SELECT digest FROM run_files WHERE run_id = $1 AND path = $2),"
      " EXISTS(SELECT 1 FROM pruned_runs WHERE run_id = $1)",
      Params().text(run_id).text(log_path));
  if (!row) return {.digest = std::nullopt, .problem = row.error().what};
  if (row->is_null(0, 0))
    return {.digest = std::nullopt, .pruned = row->integer(0, 1) != 0, .problem = here.problem};
  const auto digest = row->digest(0, 0);
  Hasher hasher;
  const Result<> read = digest
                            ? visit(*digest, [&](std::string_view piece) { hasher.update(piece); })
                            : Result<>(digest.error());
  if (!read) return {.digest = std::nullopt, .problem = read.error().what};
  return {.digest = hasher.finish()};
}

Result<std::string> RunFiles::read(const std::string& path, const Digest& written) {
  auto here = local_.read(path, written);
  if (here || ::access(path.c_str(), F_OK) == 0) return here;
  return whole(path, written);
}

Result<shell::Pruned> RunFiles::prune(const std::string& run_id, const std::string& mark) {
  shell::Pruned pruned = TRY(local_.prune(run_id, mark));
  Connection& database = *home_.connection;
  Transaction transaction = TRY(Transaction::begin(database));
  static_cast<void>(TRY(
      database.run("INSERT INTO pruned_runs(run_id, mark) VALUES($1, $2) ON CONFLICT DO NOTHING",
                   Params().text(run_id).text(mark))));
  const Rows gone = TRY(database.run("DELETE FROM run_files WHERE run_id = $1 RETURNING digest",
                                     Params().text(run_id)));
  for (int i = 0; i < gone.count(); ++i) {
    static_cast<void>(
        TRY(database.run("DELETE FROM blobs b WHERE digest = $1 AND NOT kept AND NOT EXISTS"
                         " (SELECT 1 FROM run_files f WHERE f.digest = b.digest)",
                         Params().bytes(gone.bytes(i, 0)))));
  }
  TRY(transaction.commit());
  return pruned;
}

Result<Digest> RunFiles::keep(std::string_view content) {
  const Digest digest = digest_of(std::string(content));
  const Result<> kept = home_.connection->insist(
      [&]() -> Result<> { return TRY(has(digest)) ? Result<>() : upload(digest, true, content); });
  return kept ? Result<Digest>(digest) : kept.error();
}

Result<std::string> RunFiles::fetch(const Digest& digest) { return whole(digest.hex(), digest); }

}  // namespace assay::postgres
