// SPDX-License-Identifier: MIT
// Records of every shape, written and read by their field lists.
#include "base/digest.h"
#include "format/record/read.h"

#include <doctest/doctest.h>

#include <string>

using namespace assay;
using namespace assay::format;

namespace {

enum class Mood : std::uint8_t { good, bad };

constexpr auto words_of(Of<Mood>) {
  return words<Mood>({{Mood::good, "GOOD"}, {Mood::bad, "BAD"}});
}

struct Spot {
  std::uint32_t line = 0;
  std::string text;

  friend bool operator==(const Spot&, const Spot&) = default;
};

constexpr auto fields_of(Of<Spot>) {
  return record<Spot>(field("line", &Spot::line, required), field("text", &Spot::text));
}

struct Note {
  std::string by;
};

constexpr auto fields_of(Of<Note>) { return record<Note>(field("by", &Note::by)); }

struct Everything {
  std::string name;
  bool flag = false;
  bool wanted = true;
  std::int32_t number = 7;
  Mood mood = Mood::good;
  Mood small = Mood::good;
  Millis wait{0};
  std::optional<Instant> until;
  Digest digest;
  std::optional<bool> answer;
  Spot spot{1, {}};
  Note flat_note;
  std::optional<Note> note;
  std::shared_ptr<const Spot> shared;
  std::vector<Spot> spots;
  std::vector<std::optional<std::int64_t>> numbers;
  std::map<std::string, Spot> by_name;
  std::vector<std::pair<std::string, std::string>> pairs;
  std::vector<std::pair<std::string, std::string>> members;
  std::variant<std::shared_ptr<const Spot>, std::shared_ptr<const Note>> either =
      std::make_shared<const Spot>();
  std::int32_t copied = 7;
  std::string made;
};

constexpr auto fields_of(Of<Everything>) {
  using E = Everything;
  return record<E>(field("name", &E::name, required), field("flag", &E::flag),
                   field("wanted", &E::wanted, Opposite{"unwanted"}), field("number", &E::number),
                   field("mood", &E::mood), field("small", &E::small, LowerCase{}, always),
                   field("wait", &E::wait), field("until", &E::until), field("digest", &E::digest),
                   field("answer", &E::answer), field("spot", &E::spot), flat(&E::flat_note),
                   field("note", &E::note), field("shared", &E::shared), field("spots", &E::spots),
                   field("numbers", &E::numbers, always), field("by_name", &E::by_name),
                   field("pairs", &E::pairs, Pairs{}), field("members", &E::members, Members{}),
                   one_of("needs a spot or a note", &E::either, "a_spot", "a_note"),
                   unless([](const E& made) { return made.number; }, "copied", &E::copied),
                   absent(&E::made));
}

std::string written(const Everything& record) {
  std::string text;
  JsonWriter out(text);
  stored::put_value(out, record);
  return text;
}

Result<Everything> back(std::string_view text) {
  JsonReader json(text, JsonReader::Strings::bytes);
  stored::In in{json};
  Everything made;
  TRY(stored::read_value(in, made));
  return made;
}

std::string refusal(std::string_view text) {
  const Result<Everything> read = back(text);
  return read ? "" : read.error().what;
}

Everything full() {
  Everything made;
  made.name = "n";
  made.flag = true;
  made.wanted = false;
  made.number = -3;
  made.mood = Mood::bad;
  made.small = Mood::bad;
  made.wait = Millis{90};
  made.until = Instant{Millis{5}};
  made.digest = digest_of("x");
  made.answer = false;
  made.spot = {2, "t"};
  made.flat_note = {"me"};
  made.note = Note{"you"};
  made.shared = std::make_shared<const Spot>(Spot{3, {}});
  made.spots = {{4, "a"}, {5, {}}};
  made.numbers = {1, std::nullopt};
  made.by_name = {{"k\"", {6, {}}}};
  made.pairs = {{"a", "b"}, {"a", ""}};
  made.members = {{"A", "1"}, {"B", ""}};
  made.either = std::make_shared<const Note>(Note{"them"});
  made.copied = 1;
  return made;
}

}  // namespace

TEST_CASE("records: what has its default is left out") {
  CHECK(written({}) == R"({"name":"","small":"good","numbers":[],"a_spot":{"line":0}})");
}

TEST_CASE("records: every shape is written in the order of the list, and read back") {
  const std::string text = written(full());
  CHECK(text ==
        R"({"name":"n","flag":true,"unwanted":true,"number":-3,"mood":"BAD","small":"bad",)"
        R"("wait_ms":90,"until_ms":5,)"
        R"("digest":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",)"
        R"("answer":false,"spot":{"line":2,"text":"t"},"by":"me","note":{"by":"you"},)"
        R"("shared":{"line":3},"spots":[{"line":4,"text":"a"},{"line":5}],"numbers":[1,null],)"
        R"("by_name":{"k\"":{"line":6}},"pairs":["a","b","a",""],"members":{"A":"1","B":""},)"
        R"("a_note":{"by":"them"},"copied":1})");
  const Result<Everything> read = back(text);
  REQUIRE_MESSAGE(read, read.error().what);
  CHECK(is_equal(*read, full()));
  CHECK(written(*read) == text);
  const Result<Everything> standard = back(written({}));
  REQUIRE(standard);
  CHECK(is_equal(*standard, Everything{}));
}

TEST_CASE("records: keys may come in any order; what is wrong with one is said") {
  CHECK(refusal(R"({"a_spot":{"line":1},"numbers":[],"name":"x"})") == "");
  CHECK(refusal(R"({"a_spot":{"line":1}})") == "missing key 'name'");
  CHECK(refusal(R"({"name":"x"})") == "needs a spot or a note");
  CHECK(refusal(R"({"name":"x","a_spot":{"line":1},"a_note":{}})") == "needs a spot or a note");
  CHECK(refusal(R"({"name":"x","a_spot":{"line":1},"a_spot":{"line":1}})") ==
        "duplicate key 'a_spot'");
  CHECK(refusal(R"({"name":"x","name":"y"})") == "duplicate key 'name'");
  CHECK(refusal(R"({"by":"x","by":"y"})") == "duplicate key 'by'");
  CHECK(refusal(R"({"mood":"GREAT"})") == "unknown word 'GREAT'");
  CHECK(refusal(R"({"small":"great"})") == "unknown word 'great'");
  CHECK(refusal(R"({"wait":1})") == "unknown key 'wait' (written by a newer assay?)");
  CHECK(refusal(R"({"made":"x"})") == "unknown key 'made' (written by a newer assay?)");
  CHECK(refusal(R"({"number":2147483648})") == "2147483648 is out of range");
  CHECK(refusal(R"({"spot":{}})") == "missing key 'line'");
  CHECK(refusal(R"({"pairs":["a"]})") == "pairs: a name without a value");
  CHECK(refusal(R"({"numbers":["a"]})") == "expected an integer or null");
  CHECK(refusal(R"({"by_name":{"a":{"line":1},"a":{"line":1}}})") == "duplicate key 'a'");
  CHECK(refusal(R"({"spots":[{"line":1})") != "");
}
