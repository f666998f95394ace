// SPDX-License-Identifier: MIT
// Every address of the web API: what it takes, what it gives, and the function behind it. The
// document docs/formats/web-api.json is made from the same table.
#pragma once

#include "api/problem.h"
#include "face/web/queries.h"
#include "face/web/records.h"
#include "format/json/tree.h"
#include "format/record/put.h"

#include <map>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

namespace assay::web {

class Archive;

/// What the address and the body of one request say.
struct Call {
  Archive& archive;
  std::map<std::string, std::string, std::less<>> path = {};   ///< by the names in the route
  std::map<std::string, std::string, std::less<>> query = {};  ///< decoded
  format::JsonNode body = {};
  std::string last_event = {};  ///< the header Last-Event-ID

  const std::string& at(std::string_view name) const { return path.find(name)->second; }
};

/// Bytes to be kept as a file.
struct Download {
  std::string name;
  std::string type;
  std::string bytes;
};

enum class Kind : std::uint8_t {
  looks,      ///< answers with a record
  acts,       ///< likewise, and something is done: never where everything is read-only
  enters,     ///< hands out the token to who has a code instead of it
  downloads,  ///< answers with a file
  streams,    ///< answers with events as they come, if they are asked for
};

/// What a record is, for the document.
struct Described {
  std::type_index type = typeid(void);
  std::string name = {};  ///< empty: nothing
};

/// "RunPageShown" is RunPage to others: names of C++ are nobody's business.
template <class T>
Described described() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  text = text.substr(text.rfind(':') + 1);
  constexpr std::string_view ending = "Shown";
  if (text.ends_with(ending)) text.remove_suffix(ending.size());
  return {typeid(T), std::string(text)};
}

struct Route {
  std::string_view method;
  std::string_view path;  ///< behind /api/v1
  std::string_view name;
  std::string_view about;
  Kind kind = Kind::looks;
  Described answer = {};
  Described body = {};
  void (*describe_query)(format::JsonWriter&) = nullptr;
  api::Reply<std::string> (*look)(const Call&) = nullptr;  ///< the answer as JSON
  api::Reply<Download> (*download)(const Call&) = nullptr;
};

inline constexpr std::string_view api_root = "/api/v1";
/// The one address, behind it, that asks for no token.
inline constexpr std::string_view enter_path = "/enter";

const std::vector<Route>& routes();

/// The route of an address, with the parts of it that are named. Null: there is none; `methods`
/// then has those that the address does take.
struct Found {
  const Route* route = nullptr;
  std::map<std::string, std::string, std::less<>> path = {};
  std::string methods = {};
};
Found find_route(std::string_view method, std::string_view path);

/// The document: OpenAPI 3.1.
std::string openapi();

}  // namespace assay::web
