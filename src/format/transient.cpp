// SPDX-License-Identifier: MIT
#include "format/transient.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace assay::format {
namespace {

constexpr std::size_t output_max = 1U << 20U;
constexpr std::size_t line_max = 200;
// A longer line is not a message; what matters of it stands at its beginning.
constexpr std::size_t line_read_max = 8192;

// Matched within one line, in any case. A bare number is never enough.
constexpr std::array builtin_patterns{
    // Network.
    R"(connection (was )?(reset|refused|aborted|timed out|closed by (the )?(remote|peer|server)))",
    R"(network is (unreachable|down)|no route to host|host is (unreachable|down))",
    R"(\b(ECONNRESET|ECONNREFUSED|ECONNABORTED|E(SOCKET)?TIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)\b)",
    R"(socket hang up|ERR_SOCKET_TIMEOUT|remote end (closed connection|hung up unexpectedly))",
    R"(\b(read|write|connect|connection|request|operation|i/o|io|network|socket|gateway|dns|lookup|handshake) (has )?time(d[ -])?[ -]?out\b)",
    R"(client\.timeout exceeded|net/http: (tls handshake timeout|request canceled|timeout awaiting))",
    R"(\b(tls|ssl) handshake.{0,20}(timeout|timed out|failed)|ssl_error_syscall|ssl.{0,40}unexpected eof)",
    R"(failed to connect to \S+ port \d+|couldn't connect to server|unable to connect to (the )?(remote|server|proxy))",
    R"(fetch-pack: unexpected disconnect|rpc failed; (curl|http)|spurious network error)",
    // Names.
    R"(temporary failure in name resolution|temporary failure resolving|name or service not known)",
    R"(could not resolve (host|hostname|proxy)\b|\bEAI_AGAIN\b|getaddrinfo (ENOTFOUND|failed)|getaddrinfo: )",
    R"(nodename nor servname|lookup .{0,200}no such host|UnknownHostException|failed to lookup address)",
    R"(no address associated with hostname|lookup .{0,200}server misbehaving|dns error: )",
    // Locks and busy things.
    R"(could not get lock|unable to acquire the dpkg|database( table| schema)? is locked|\bSQLITE_BUSY\b)",
    R"((could not|cannot|can't|failed to|unable to|error) (acquire|acquiring|obtain|get)( the| a)?( \w+){0,2} lock\b)",
    R"(timeout waiting (to|for).{0,40} lock\b|\block (is )?(already )?held by\b|\.lock'?:? file exists)",
    R"(another( \S+){0,3} (process|instance|build)( \S+)? (is|seems to be)( already| currently)? running)",
    R"(\b(EAGAIN|EWOULDBLOCK|ETXTBSY|EBUSY)\b|text file busy|resource temporarily unavailable)",
    R"((device|resource|disk)( or resource)? (is )?busy\b)",
    // HTTP, only with words around the number that make it an error.
    R"(\b(429:? too many requests|502:? bad gateway|503:? service (temporarily )?unavailable|504:? gateway time-?out)\b)",
    R"(\bhttp(/[\d.]+)?( error| status)?( code)?[: ]+(429|502|503|504)\b)",
    R"((returned error|server error|http error|response code|(unexpected|bad|invalid|received) status( code)?|status code)( is)?[: ]+(429|502|503|504)\b)",
    R"(\bcode E(429|502|503|504)\b|\bERR_PNPM_(META_)?FETCH_(FAIL|429|50[234])\b)",
    R"(too ?many ?requests\b|service (is )?(temporarily )?unavailable|\bbad gateway\b|gateway time-?out)",
    R"(rate[ -]?limit(ed)? (was |has been )?(exceeded|reached|hit)|(exceeded|reached|hit) (your |the |a )?(\w+ ){0,2}rate[ -]limit)",
    // Downloads.
    R"(npm (err!|error) network|trouble with your network connection|max retries exceeded with url)",
    R"(\b(NewConnectionError|ReadTimeoutError|ConnectTimeoutError|IncompleteRead)\b)",
    R"(could not transfer (artifact|metadata)|transfer failed for http|could not (get|head) 'https?://)",
    R"(failed to download (from|replaced source|\S+ v?\d)|download of \S+ failed|failed to fetch https?://)",
    R"(hash sum mismatch|unable to fetch some archives|(proxy|sum)\.golang\.org.{0,200}(EOF|timeout))",
};

// A test that talks about a network error has not met one: assertions, titles of tests, lines of
// source.
constexpr std::array narration_patterns{
    R"(\b(expect(s|ed|ing)?|assert\w*|should|tobe|toequal|want(s|ed)?|mock(s|ed)?|simulat\w+)\b)",
    R"([^=][=!]==?[^=]|\braise [A-Za-z]|\bthrow new\b|^\s*(//|\*))",
    R"(^\s*(✓|✔|√|✕|✗|✘|×|not ok|ok \d|PASS|FAIL|--- (PASS|FAIL|SKIP)|=== RUN)(\s|:))",
    R"(^\s*(FAILED|ERROR|PASSED) \S+::|^\s*\[ +(OK|FAILED|RUN|PASSED) +\]|^test \S+ \.\.\.)",
    R"(\.\.\. (ok|failed|error|skipped)\s*$|\b(PASSED|SKIPPED)\b)",
};

RE2::Options quiet(RE2::Options::Encoding encoding) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(false);
  options.set_encoding(encoding);
  return options;
}

template <class Patterns>
RE2::Set compile(const Patterns& patterns, RE2::Options::Encoding encoding) {
  RE2::Set set(quiet(encoding), RE2::UNANCHORED);
  for (const auto& pattern : patterns) ENSURE(set.Add(pattern, nullptr) >= 0);
  ENSURE(set.Compile());
  return set;
}

// Output may be any bytes, so the built-in patterns are matched as bytes. Compiled at the first
// failed command.
const RE2::Set& builtin() {
  static const RE2::Set set = compile(builtin_patterns, RE2::Options::EncodingLatin1);
  return set;
}

const RE2::Set& narration() {
  static const RE2::Set set = compile(narration_patterns, RE2::Options::EncodingLatin1);
  return set;
}

bool is_builtin(std::string_view line) {
  const re2::StringPiece piece(line.data(), line.size());
  return builtin().Match(piece, nullptr) && !narration().Match(piece, nullptr);
}

std::string shown(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  std::string out;
  while (!line.empty()) {
    const std::size_t length = std::max<std::size_t>(decode_utf8(line, 0).length, 1);
    const bool blank = line.front() == '\t' || line.front() == '\n';
    const std::string next = blank ? " " : printable(line.substr(0, length));
    if (out.size() + next.size() > line_max) break;
    out += next;
    line.remove_prefix(length);
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace

struct TransientPatterns::Compiled {
  explicit Compiled(std::vector<std::string> source) : patterns(std::move(source)) {}

  bool matches(std::string_view line) {
    std::call_once(once, [this] { set.emplace(compile(patterns, RE2::Options::EncodingUTF8)); });
    return set->Match(re2::StringPiece(line.data(), line.size()), nullptr);
  }

  std::vector<std::string> patterns;
  std::once_flag once;
  std::optional<RE2::Set> set;
};

Result<> check_pattern(const std::string& pattern) {
  if (pattern.empty()) return Error{Fault::bad_input, "an empty pattern matches every line"};
  const RE2 compiled(pattern, quiet(RE2::Options::EncodingUTF8));
  if (compiled.ok()) return {};
  return Error{Fault::bad_input,
               fmt::format("pattern `{}`: {}", shown(pattern), printable(compiled.error()))};
}

TransientPatterns::TransientPatterns(std::unique_ptr<Compiled> own) : own_(std::move(own)) {}
TransientPatterns::TransientPatterns(TransientPatterns&&) noexcept = default;
TransientPatterns& TransientPatterns::operator=(TransientPatterns&&) noexcept = default;
TransientPatterns::~TransientPatterns() = default;

Result<TransientPatterns> TransientPatterns::make(std::span<const std::string> retry_on) {
  for (const std::string& pattern : retry_on) TRY(check_pattern(pattern));
  if (retry_on.empty()) return TransientPatterns(nullptr);
  return TransientPatterns(
      std::make_unique<Compiled>(std::vector<std::string>(retry_on.begin(), retry_on.end())));
}

std::string TransientPatterns::find(std::string_view output) const {
  if (output.size() > output_max) output.remove_prefix(output.size() - output_max);
  const std::string text = flatten_terminal(output);
  std::string_view rest = text;
  // Nearly all output has nothing of the kind; one pass over the whole of it says so.
  RE2::Set::ErrorInfo fault{};
  const bool maybe_builtin = builtin().Match(re2::StringPiece(text), nullptr, &fault) ||
                             fault.kind == RE2::Set::kOutOfMemory;
  if (!maybe_builtin && own_ == nullptr) return {};
  while (!rest.empty()) {
    const std::size_t newline = rest.rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    const std::string_view line = rest.substr(begin).substr(0, line_read_max);
    rest = rest.substr(0, begin == 0 ? 0 : newline);
    if (line.empty()) continue;
    const bool found =
        (maybe_builtin && is_builtin(line)) || (own_ != nullptr && own_->matches(line));
    if (found) return shown(line);
  }
  return {};
}

}  // namespace assay::format
