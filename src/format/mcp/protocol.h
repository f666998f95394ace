// SPDX-License-Identifier: MIT
// The Model Context Protocol in the revisions assay speaks: four that begin with a handshake, and
// one in which every request says for itself what it speaks.
#pragma once

#include "base/words.h"
#include "format/json/tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::format::mcp {

/// From the oldest to the newest.
enum class Revision : std::uint8_t { first, batches, structured, newest_handshake, stateless };

constexpr auto words_of(Of<Revision>) {
  return words<Revision>({{Revision::first, "2024-11-05"},
                          {Revision::batches, "2025-03-26"},
                          {Revision::structured, "2025-06-18"},
                          {Revision::newest_handshake, "2025-11-25"},
                          {Revision::stateless, "2026-07-28"}});
}
using assay::to_text;

inline bool is_stateless(Revision revision) { return revision == Revision::stateless; }

/// What a handshake that asks for this revision agrees on.
Revision agreed(std::string_view asked);

/// What a request says about itself, in `_meta`.
struct Meta {
  std::optional<std::string> version = {};  ///< none: it belongs to a handshake
  bool has_capabilities = false;
  std::string progress_token = {};  ///< as JSON; empty: nobody wants to hear of progress
};
Meta meta_of(const JsonNode& params);

/// How long a client may keep what it was told, and whether others may see it.
struct Caching {
  std::int64_t ttl_ms = -1;  ///< -1: it is no result that is kept
  bool is_public = false;
};

/// `members`: those of the result, as JSON without the braces. Adds what the revision wants of
/// every result.
std::string result_of(Revision revision, std::string_view members, Caching caching,
                      std::string_view version);

/// `version`: of assay.
std::string handshake_result(Revision revision, std::string_view version);
std::string discovery_result(std::string_view version);

/// {"supported": [...], "requested": ...}
std::string unsupported_version(std::string_view asked);

struct ToolShown {
  std::string name;
  std::string title;
  std::string about;
  std::string input_schema;  ///< JSON
  std::string output_schema;
  bool read_only = true;   ///< no: it starts a run
  bool idempotent = true;  ///< no: each call may start one more
};

/// The member "tools".
std::string tools_member(Revision revision, std::span<const ToolShown> tools);

/// Members of the result of a call: the same JSON as text and, where the revision knows it, as
/// structured content.
std::string call_members(Revision revision, std::string_view structured);
/// What kept a tool from answering, in words that help a model.
std::string call_error_members(std::string_view what);

/// Parameters of a notification of progress. `total`: 0: not known. An empty message is left out.
std::string progress_params(std::string_view token, std::uint64_t progress, std::uint64_t total,
                            std::string_view message);

/// Parameters of the notification by which a stream of changes is acknowledged: assay has none to
/// tell.
std::string acknowledgement_params(std::string_view subscription_id);

}  // namespace assay::format::mcp
