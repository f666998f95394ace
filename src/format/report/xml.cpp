// SPDX-License-Identifier: MIT
// Reads XML within bounds. pugixml parses without recursion and expands no declared entities; what
// is left to bound is how many nodes it builds, and how deep we walk.
#include "format/report/readers.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>

namespace assay::format::report {
namespace {

// A node costs pugixml about 64 bytes, an attribute 40: these keep hostile input under about 300
// MB.
constexpr std::ptrdiff_t tags_max = 3'000'000;
constexpr std::ptrdiff_t attributes_max = 4'000'000;

Error broken(std::string_view name, std::string_view why) {
  return {Fault::bad_input, fmt::format("{}: {}", name, why)};
}

bool too_deep(const pugi::xml_node& top) {
  int depth = 0;
  pugi::xml_node at = top.first_child();
  while (at) {
    if (depth > depth_max) return true;
    if (at.first_child()) {
      at = at.first_child();
      ++depth;
      continue;
    }
    while (at && at != top && !at.next_sibling()) {
      at = at.parent();
      --depth;
    }
    if (!at || at == top) break;
    at = at.next_sibling();
  }
  return false;
}

bool declares_something(const pugi::xml_document& document) {
  for (const pugi::xml_node& node : document.children()) {
    if (node.type() != pugi::node_doctype) continue;
    if (std::string_view{node.value()}.find('[') != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

Result<> load_xml(pugi::xml_document& document, std::string_view name, std::string_view bytes) {
  const bool too_many = std::count(bytes.begin(), bytes.end(), '<') > tags_max ||
                        std::count(bytes.begin(), bytes.end(), '=') > attributes_max;
  if (too_many) return broken(name, "XML has too many elements for a report");
  const unsigned flags = pugi::parse_minimal | pugi::parse_escapes | pugi::parse_doctype;
  const pugi::xml_parse_result parsed = document.load_buffer(bytes.data(), bytes.size(), flags);
  if (!parsed) {
    return broken(name,
                  fmt::format("XML is broken at byte {}: {}", parsed.offset, parsed.description()));
  }
  if (declares_something(document)) return broken(name, "XML declares entities of its own");
  if (too_deep(document)) return broken(name, "XML is nested too deeply for a report");
  return {};
}

Result<core::Tally> read_xml(std::string_view name, std::string_view bytes, TestList* tests) {
  pugi::xml_document document;
  TRY(load_xml(document, name, bytes));
  const pugi::xml_node root = document.document_element();
  for (pugi::xml_node next = root.next_sibling(); next; next = next.next_sibling()) {
    if (next.type() == pugi::node_element)
      return broken(name, "XML has more than one root, so one of them is not of this run");
  }
  const std::string_view kind = root.name();
  if (kind == "testsuites" || kind == "testsuite") return read_junit(name, root, tests);
  if (is_dotnet(kind)) return read_dotnet(name, root, tests);
  return broken(name,
                fmt::format("XML root <{}> is no report assay reads (JUnit, TRX, NUnit, xUnit)",
                            kind.substr(0, 40)));
}

}  // namespace assay::format::report
