// SPDX-License-Identifier: MIT
// The manual names every key that can be written, and none that cannot.
#include "format/config.h"
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

using namespace assay;
using namespace assay::format;

namespace {

namespace fs = std::filesystem;

template <class T>
void collect(std::set<std::string>& names);

template <class Key>
void collect_key(std::set<std::string>& names, const Key& key) {
  using Value = typename Key::Value;
  if (!key.name.empty()) names.emplace(key.name);
  if constexpr (HasFields<Value>)
    collect<Value>(names);
  else if constexpr (requires(Value value) { requires HasFields<typename Value::value_type>; })
    collect<typename Value::value_type>(names);
  else if constexpr (requires(Value value) { value.get(); })
    collect<std::remove_cvref_t<decltype(*std::declval<Value>())>>(names);
}

template <class T>
void collect(std::set<std::string>& names) {
  for_each_key<T>([&](const auto& key) { collect_key(names, key); });
}

std::set<std::string> every_key() {
  std::set<std::string> names = {"version", "prices"};
  collect<Config>(names);
  collect<core::Price>(names);
  return names;
}

/// The manual, whether it is one file or several.
std::string manual() {
  const fs::path docs = fs::path(support::source_dir) / "docs";
  std::set<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(docs)) {
    const std::string path = entry.path().lexically_relative(docs).string();
    if (path == "manual.md" || (path.starts_with("manual/") && path.ends_with(".md")))
      files.insert(entry.path());
  }
  std::string text;
  for (const fs::path& path : files) {
    std::ifstream file(path);
    text.append(std::istreambuf_iterator<char>(file), {});
  }
  return text;
}

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool names_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word_char(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !is_word_char(text[end]))) return true;
  }
  return false;
}

/// The first cells of the tables whose first column is headed "key": "commands[].id", ".stage".
std::set<std::string> keys_of_tables(const std::string& text) {
  std::set<std::string> keys;
  std::istringstream lines(text);
  bool in_table = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| key |")) in_table = true;
    if (!line.starts_with("|")) in_table = false;
    if (!in_table || !line.starts_with("| `")) continue;
    std::string key = line.substr(3, line.find('`', 3) - 3);
    keys.insert(key.substr(key.rfind('.') == std::string::npos ? 0 : key.rfind('.') + 1));
  }
  return keys;
}

}  // namespace

TEST_CASE("keys: the manual names every key of assay.yaml and of manifests") {
  const std::string text = manual();
  for (const std::string& key : every_key()) CHECK_MESSAGE(names_word(text, key), key);
}

TEST_CASE("keys: tables of keys in the manual have no key that nobody reads") {
  const std::set<std::string> known = every_key();
  const std::set<std::string> told = keys_of_tables(manual());
  CHECK(told.size() > 15);
  for (const std::string& key : told) CHECK_MESSAGE(known.contains(key), key);
}
