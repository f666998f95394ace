// SPDX-License-Identifier: MIT
// One word list per enum, used for both directions. The list stands beside the enum, in its
// namespace:
//   constexpr auto words_of(Of<Colour>) {
//     return words<Colour>({{Colour::red, "red"}, {Colour::green, "green"}});
//   }
// A word that is forgotten, or there twice, does not compile. Words are stored and shown: never
// change one.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace assay {

/// Names a type where a list is looked up.
template <class T>
struct Of {};

template <class Enum>
struct Word {
  Enum value;
  std::string_view name;
};

namespace detail {

/// Whether a value has a name in its enum. The compiler prints those that have none as a cast,
/// "(Colour)7".
template <class Enum, Enum value>
constexpr bool is_enumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t name = text.rfind("value = ");
  return text.find('(', name) == std::string_view::npos;
}

/// How many values from 0 on have names; those behind a gap do not count.
template <class Enum, std::size_t number = 0>
constexpr std::size_t enumerators() {
  if constexpr (is_enumerator<Enum, static_cast<Enum>(number)>())
    return enumerators<Enum, number + 1>();
  else
    return number;
}

/// Not constexpr: a list that comes here is not a constant, and the compiler says where.
void a_value_or_word_is_listed_twice();

}  // namespace detail

/// The words of an enum by their value.
template <class Enum, std::size_t size>
struct Words {
  std::array<std::string_view, size> names{};
};

template <class Enum, std::size_t size>
constexpr Words<Enum, size> words(const Word<Enum> (&list)[size]) {
  static_assert(size == detail::enumerators<Enum>(),
                "every value of the enum has exactly one word");
  Words<Enum, size> made;
  for (const Word<Enum>& word : list) {
    for (const std::string_view other : made.names) {
      if (other == word.name && other.data() != nullptr) detail::a_value_or_word_is_listed_twice();
    }
    std::string_view& name = made.names[static_cast<std::size_t>(word.value)];
    if (name.data() != nullptr) detail::a_value_or_word_is_listed_twice();
    name = word.name;
  }
  return made;
}

template <class Enum>
concept HasWords = std::is_enum_v<Enum> && requires {
  words_of(Of<Enum>{});
};

/// Every word of the enum, in the order of its values.
template <HasWords Enum>
inline constexpr auto all_words = words_of(Of<Enum>{}).names;

/// Beside an enum whose words are asked for with its namespace, `using assay::to_text;`.
template <HasWords Enum>
constexpr std::string_view to_text(Enum value) {
  const auto& names = all_words<Enum>;
  const auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : std::string_view{};
}

/// None: no value has this word.
template <HasWords Enum>
constexpr std::optional<Enum> value_of(std::string_view word) {
  const auto& names = all_words<Enum>;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace assay
