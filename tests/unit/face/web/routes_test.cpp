// SPDX-License-Identifier: MIT
// Addresses, queries and texts; docs/formats/web-api.json says what the tables say. UPDATE=1 in the
// environment rewrites it.
#include "face/web/routes.h"

#include "face/web/given.h"
#include "face/web/page.h"
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace assay::web {
namespace {

TEST_CASE("web: an address finds its route and its parts") {
  const Found found = find_route("GET", "/w/abc/runs/r-1/attempts/1.2-executor/3/log");
  REQUIRE(found.route != nullptr);
  CHECK(found.route->name == "log");
  CHECK(found.path.at("workspace") == "abc");
  CHECK(found.path.at("name") == "1.2-executor");
  CHECK(found.path.at("attempt") == "3");
  CHECK(find_route("HEAD", "/runs").route != nullptr);
  CHECK(find_route("GET", "/w/a%20b/status").path.at("workspace") == "a b");
}

TEST_CASE("web: what is no address has no route") {
  for (const char* path : {"", "/", "/run", "/runs/", "/w//status", "/w/a/b/status",
                           "/w/%zz/status", "/w/%00/status", "/w/%ff/status"})
    CHECK_MESSAGE(find_route("GET", path).route == nullptr, path);
  const Found wrong = find_route("DELETE", "/runs");
  CHECK(wrong.route == nullptr);
  CHECK(wrong.methods == "GET");
}

TEST_CASE("web: every route has a name and a path of its own, and acts only by POST") {
  std::set<std::string_view> names;
  for (const Route& route : routes()) {
    CHECK_MESSAGE(names.insert(route.name).second, route.name);
    CHECK((route.kind == Kind::acts || route.kind == Kind::enters) == (route.method == "POST"));
    CHECK((route.kind == Kind::enters) == (route.path == enter_path));
    CHECK((route.kind == Kind::downloads) == (route.download != nullptr));
    CHECK((route.look != nullptr) != (route.download != nullptr));
  }
}

TEST_CASE("web: queries are read by their lists") {
  const auto parts = parse_query("text=a+b%2Fc&limit=7");
  REQUIRE(parts);
  CHECK(parts->at("text") == "a b/c");
  CHECK_FALSE(parse_query("a=1&a=2"));
  CHECK_FALSE(parse_query("a=%2"));
  CHECK_FALSE(parse_query("a=%C3%28"));
  CHECK(parse_query("")->empty());
}

TEST_CASE("web: bytes that are no text are replaced, and nothing else") {
  CHECK(json_of(FileShown{"p", 1, false, "a\xff\xfe z \x1b[31m \\udc00 \xc3\xa4"}) ==
        "{\"path\":\"p\",\"bytes\":1,\"cut\":false,\"text\":\"a\xEF\xBF\xBD\xEF\xBF\xBD z "
        "\\u001b[31m \\\\udc00 \xc3\xa4\"}");
}

TEST_CASE("web: no path leads out of the page") {
  CHECK(page_file("/"));
  for (const char* path : {"", "/..", "/../etc/passwd", "//etc/passwd", "/assets", "/assets/"})
    CHECK_FALSE_MESSAGE(page_file(path), path);
}

TEST_CASE("web: the document says what the tables say") {
  const std::string path = std::string(support::source_dir) + "/docs/formats/web-api.json";
  const std::string wanted = openapi();
  if (std::getenv("UPDATE") != nullptr) {
    std::ofstream(path) << wanted;
    return;
  }
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  CHECK_MESSAGE(text.str() == wanted, "UPDATE=1 rewrites docs/formats/web-api.json");
}

}  // namespace
}  // namespace assay::web
