// SPDX-License-Identifier: MIT
// Word lists and field lists: both directions, equality through pointers, and what does not
// compile.
#include "base/record.h"

#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace assay;

namespace {

enum class Colour : std::uint8_t { red, green, dark_blue };

constexpr auto words_of(Of<Colour>) {
  return words<Colour>(
      {{Colour::dark_blue, "dark-blue"}, {Colour::red, "red"}, {Colour::green, "green"}});
}

struct Point {
  int x = 0;
  int y = 0;
};

constexpr auto fields_of(Of<Point>) {
  return record<Point>(field("x", &Point::x), field("y", &Point::y));
}

struct Shape {
  std::string name;
  Colour colour = Colour::red;
  Point centre;
  std::vector<Point> corners;
  std::map<std::string, Point> marks;
  std::optional<Point> label;
  std::shared_ptr<const Point> shared;
  std::variant<Point, int> either;
  Millis age{0};
};

constexpr auto fields_of(Of<Shape>) {
  return record<Shape>(field("name", &Shape::name), field("colour", &Shape::colour),
                       flat(&Shape::centre), field("corners", &Shape::corners),
                       field("marks", &Shape::marks), field("label", &Shape::label),
                       absent(&Shape::shared), field("either", &Shape::either),
                       field("age", &Shape::age));
}

Shape whole() {
  return {.name = "n",
          .colour = Colour::green,
          .centre = {1, 2},
          .corners = {{3, 4}},
          .marks = {{"m", {5, 6}}},
          .label = Point{7, 8},
          .shared = std::make_shared<const Point>(Point{9, 10}),
          .either = Point{11, 12},
          .age = Millis{13}};
}

/// What the compiler says about a file of tests/unit/base/refused.
std::string complaint_about(const std::filesystem::path& source) {
  const std::string said =
      std::filesystem::temp_directory_path() / ("assay-refused-" + source.stem().string() + ".txt");
  const std::string command = std::string(ASSAY_CXX) + " -std=c++20 -fsyntax-only -x c++ -I " +
                              std::string(support::source_dir) + "/src " + source.string() + " >" +
                              said + " 2>&1";
  const bool accepted = std::system(command.c_str()) == 0;
  std::ifstream file(said);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(said);
  return accepted ? "" : text;
}

}  // namespace

TEST_CASE("words: one list serves both directions") {
  static_assert(to_text(Colour::dark_blue) == "dark-blue");
  static_assert(value_of<Colour>("green") == Colour::green);
  CHECK(value_of<Colour>("dark_blue") == std::nullopt);
  CHECK(value_of<Colour>("") == std::nullopt);
  CHECK(to_text(static_cast<Colour>(9)) == "");
  CHECK(all_words<Colour>[0] == "red");
  CHECK(all_words<Colour>.size() == 3);
}

TEST_CASE("record: records are equal if all they say is, whatever holds it") {
  CHECK(is_equal(Shape{}, Shape{}));
  CHECK(is_equal(whole(), whole()));
  const auto differs = [](auto change) {
    Shape changed = whole();
    change(changed);
    return !is_equal(whole(), changed);
  };
  CHECK(differs([](Shape& shape) { shape.name = "o"; }));
  CHECK(differs([](Shape& shape) { shape.colour = Colour::red; }));
  CHECK(differs([](Shape& shape) { shape.centre.y = 0; }));
  CHECK(differs([](Shape& shape) { shape.corners[0].x = 0; }));
  CHECK(differs([](Shape& shape) { shape.corners.emplace_back(); }));
  CHECK(differs([](Shape& shape) { shape.marks["m"].x = 0; }));
  CHECK(differs([](Shape& shape) { shape.marks["o"]; }));
  CHECK(differs([](Shape& shape) { shape.label.reset(); }));
  CHECK(differs([](Shape& shape) { shape.label->x = 0; }));
  CHECK(differs([](Shape& shape) { shape.shared = std::make_shared<const Point>(); }));
  CHECK(differs([](Shape& shape) { shape.shared = nullptr; }));
  CHECK(differs([](Shape& shape) { shape.either = 11; }));
  CHECK(differs([](Shape& shape) { shape.either = Point{11, 13}; }));
  CHECK(differs([](Shape& shape) { shape.age = Millis{14}; }));
}

TEST_CASE("record: the fields come in the order of the list") {
  std::string names;
  for_each_field<Shape>([&](const auto& field) { names += std::string(field.name) + ","; });
  CHECK(names == "name,colour,,corners,marks,label,,either,age,");
}

TEST_CASE("record: a list that forgets or repeats something does not compile") {
  const std::filesystem::path folder =
      std::filesystem::path(support::source_dir) / "tests/unit/base/refused";
  std::size_t refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    CAPTURE(entry.path().string());
    std::ifstream file(entry.path());
    std::string first;
    std::getline(file, first);
    REQUIRE(first.starts_with("// "));
    const std::string want = first.substr(3);
    const std::string said = complaint_about(entry.path());
    CHECK(said.empty() == (want == "fine"));
    if (want == "fine") continue;
    CHECK_MESSAGE(said.find(want) != std::string::npos, said);
    ++refused;
  }
  CHECK(refused == 4);
}
