// SPDX-License-Identifier: MIT
// docs/formats/journal.md says what the field lists say. UPDATE=1 in the environment rewrites it.
#include "core/event_records.h"
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace assay;

namespace {

const std::string begin_mark = "<!-- From the field lists (src/core/event_records.h): begin -->\n";
const std::string end_mark = "<!-- From the field lists: end -->\n";

template <class T>
inline constexpr bool is_time = std::is_same_v<T, Millis> || std::is_same_v<T, Instant>;
template <class T>
inline constexpr bool is_time<std::optional<T>> = is_time<T>;

/// "agent::Order"
template <class T>
std::string record_name() {
  std::string text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  const std::string_view core = "assay::core::";
  if (text.starts_with(core)) text.erase(0, core.size());
  return text;
}

/// Records that others name, in the order in which they are named.
class JournalDocument {
 public:
  std::string text() {
    std::string out;
    kinds(out, std::type_identity<core::Event>{});
    for (std::size_t i = 0; i < records_.size(); ++i) records_[i].write(*this, out);
    return out;
  }

 private:
  struct Entry {
    std::string name;
    void (*write)(JournalDocument& self, std::string& out);
  };

  template <class... Kinds>
  void kinds(std::string& out, std::type_identity<std::variant<Kinds...>>) {
    (kind<Kinds>(out), ...);
  }
  template <class Kind>
  void kind(std::string& out) {
    out += "### `" + std::string(fields_in<Kind>.kind) + "`\n\n" +
           std::string(fields_in<Kind>.about) + ".\n\n";
    table<Kind>(out);
  }
  template <class T>
  static void write_record(JournalDocument& self, std::string& out) {
    out += "### " + record_name<T>() + "\n\n";
    self.table<T>(out);
  }

  template <class T>
  void table(std::string& out) {
    std::string rows;
    add_rows<T>(rows);
    out += rows.empty() ? "No keys.\n\n" : "| key | value |\n|---|---|\n" + rows + "\n";
  }
  template <class T>
  void add_rows(std::string& rows) {
    for_each_field<T>([&](const auto& field) { row(rows, field); });
  }

  static void add(std::string& rows, std::string_view name, const std::string& value, Keep keep) {
    rows += "| `" + std::string(name) + "` | " + value +
            (keep == Keep::required ? ", always there" : "") + " |\n";
  }
  template <class T, class Member>
  void row(std::string& rows, const Field<T, Member, Plain>& field) {
    add(rows, key<Member>(field.name), value<Member>(), field.keep);
  }
  template <class T, class Member, class Make>
  void row(std::string& rows, const Field<T, Member, Unless<Make>>& field) {
    add(rows, key<Member>(field.name), value<Member>(), field.keep);
  }
  template <class Beside, class Member>
  void row(std::string& rows, const BesideField<Beside, Member>& field) {
    add(rows, key<Member>(field.name), value<Member>(), field.keep);
  }
  template <class T, class Member>
  void row(std::string&, const Field<T, Member, Absent>&) {}
  template <class T, class Member>
  void row(std::string& rows, const Field<T, Member, Flat>&) {
    if constexpr (HasFields<Member>)
      add_rows<Member>(rows);
    else
      add_rows<std::remove_cvref_t<decltype(*std::declval<Member>())>>(rows);
  }
  template <class T, class Member>
  void row(std::string& rows, const Field<T, Member, Opposite>& field) {
    add(rows, field.shape.name, value<bool>(), field.keep);
  }
  template <class T, class Member>
  void row(std::string& rows, const Field<T, Member, Pairs>& field) {
    using Pair = typename Member::value_type;
    const std::string one = value<typename Pair::first_type>();
    add(rows, field.name, "list: " + one + ", " + value<typename Pair::second_type>() + ", ...",
        field.keep);
  }
  template <class T, class Member>
  void row(std::string& rows, const Field<T, Member, Members>& field) {
    add(rows, field.name, "object of texts", field.keep);
  }
  template <class T, class Member>
  void row(std::string& rows, const Field<T, Member, LowerCase>& field) {
    std::string words = value<Member>();
    for (char& letter : words) letter = static_cast<char>(std::tolower(letter));
    add(rows, field.name, words, field.keep);
  }
  template <class T, class Member, class Codec>
  void row(std::string& rows, const Field<T, Member, By<Codec>>& field) {
    add(rows, field.name, "list of texts", field.keep);
  }
  template <class T, class Member, class Codec>
  void row(std::string& rows, const Field<T, Member, View<Codec>>& field) {
    add(rows, field.name, "list of texts", field.keep);
  }
  template <class T, std::size_t size, class... Held>
  void row(std::string& rows, const Field<T, std::variant<Held...>, OneOf<size>>& field) {
    std::size_t next = 0;
    (add(rows, field.shape.names[next++], value<Held>() + "; exactly one of these",
         Keep::unless_default),
     ...);
  }

  template <class T>
  static std::string key(std::string_view name) {
    return std::string(name) + (is_time<T> ? "_ms" : "");
  }
  template <class T>
  std::string value() {
    if constexpr (std::is_same_v<T, bool>)
      return "true or false";
    else if constexpr (std::is_integral_v<T>)
      return "integer";
    else if constexpr (std::is_same_v<T, std::string>)
      return "text";
    else if constexpr (std::is_same_v<T, Digest>)
      return "digest";
    else if constexpr (std::is_same_v<T, Millis>)
      return "milliseconds";
    else if constexpr (std::is_same_v<T, Instant>)
      return "milliseconds since 1970";
    else if constexpr (HasWords<T>)
      return words<T>();
    else if constexpr (std::is_enum_v<T>)
      return "number";
    else if constexpr (HasFields<T>)
      return named<T>();
    else
      return held(std::type_identity<T>{});
  }
  template <class T>
  std::string held(std::type_identity<std::vector<T>>) {
    return "list of " + value<T>();
  }
  template <class T>
  std::string held(std::type_identity<std::optional<T>>) {
    return value<T>();
  }
  template <class T>
  std::string held(std::type_identity<std::shared_ptr<T>>) {
    return value<std::remove_cv_t<T>>();
  }
  template <class T>
  std::string held(std::type_identity<std::map<std::string, T>>) {
    return "object of " + value<T>();
  }
  template <class T>
  static std::string words() {
    std::string out;
    for (const std::string_view word : all_words<T>)
      out += (out.empty() ? "`" : ", `") + std::string(word) + "`";
    return out;
  }
  template <class T>
  std::string named() {
    const std::string name = record_name<T>();
    bool known = false;
    for (const Entry& entry : records_) known = known || entry.name == name;
    if (!known) records_.push_back({name, &write_record<T>});
    return "[" + name + "](#" + anchor(name) + ")";
  }
  /// As GitHub makes it from a heading.
  static std::string anchor(const std::string& heading) {
    std::string out;
    for (const char c : heading) {
      if (c != ':') out += static_cast<char>(std::tolower(c));
    }
    return out;
  }

  std::vector<Entry> records_;
};

}  // namespace

TEST_CASE("journal: its document has every kind and key, as the field lists say") {
  const std::string path = std::string(support::source_dir) + "/docs/formats/journal.md";
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = text.find(begin_mark);
  const std::size_t end = text.find(end_mark);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::string wanted = "\n" + JournalDocument().text();
  const std::size_t from = begin + begin_mark.size();
  const bool update = std::getenv("UPDATE") != nullptr;
  if (update)
    std::ofstream(path) << text.substr(0, from) + wanted + text.substr(end);
  else
    CHECK_MESSAGE(text.substr(from, end - from) == wanted, "UPDATE=1 rewrites docs/formats");
}
