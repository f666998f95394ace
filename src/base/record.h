// SPDX-License-Identifier: MIT
// One field list per struct that is stored, shown or read. It stands beside the struct, in its
// namespace:
//   constexpr auto fields_of(Of<Orphan>) {
//     return record<Orphan>(field("pid", &Orphan::pid, always), field("name", &Orphan::name));
//   }
// Writers and readers of every format go through the list in its order. A field that is forgotten,
// or there twice, does not compile.
#pragma once

#include "base/instant.h"
#include "base/words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

/// Whether a field is written while it has the value that a new record has.
enum class Keep : std::uint8_t {
  unless_default,  ///< left out; a reader leaves what a new record has
  always,          ///< written; a reader does without it
  required,        ///< written; a reader insists on it
};
inline constexpr Keep always = Keep::always;
inline constexpr Keep required = Keep::required;

// How a field stands in its record, where that is not plainly its value under its name.
struct Plain {};
struct Flat {};    ///< a record whose fields stand among those of its owner
struct Absent {};  ///< not stored: made from the others, or kept elsewhere
struct Opposite {
  std::string_view name;  ///< under this name, whether it is false
};
struct Pairs {};      ///< first, second, first, second, ... in one list
struct Members {};    ///< pairs as the members of an object
struct LowerCase {};  ///< an enum by its word in lower-case letters
/// The default is made from the other fields.
template <class Make>
struct Unless {
  Make make;
};
/// A variant of pointers to records: the name of the alternative is the key.
template <std::size_t size>
struct OneOf {
  std::array<std::string_view, size> names;
  std::string_view otherwise;  ///< what is wrong where there is none of them, or more than one
};
/// `Codec` says how it is written and read.
template <class Codec>
struct By {};
/// The same for another view of a member that is listed already.
template <class Codec>
struct View {};

/// The same member under another name, for those who write it.
struct Also {};
// Written in a way of its own: a reader of its own reads it, and the schema says what it looks
// like. The latter is another view of a member that is listed already.
struct Spelled {};
struct SpelledToo {};

template <class T>
inline constexpr bool is_shape = false;
template <>
inline constexpr bool is_shape<Opposite> = true;
template <>
inline constexpr bool is_shape<Pairs> = true;
template <>
inline constexpr bool is_shape<Members> = true;
template <>
inline constexpr bool is_shape<LowerCase> = true;
template <>
inline constexpr bool is_shape<Also> = true;
template <>
inline constexpr bool is_shape<Spelled> = true;
template <>
inline constexpr bool is_shape<SpelledToo> = true;
template <class Codec>
inline constexpr bool is_shape<By<Codec>> = true;
template <class Codec>
inline constexpr bool is_shape<View<Codec>> = true;

struct Range {
  std::int64_t lowest = 0;
  std::int64_t highest = std::numeric_limits<std::int32_t>::max();
};

/// Which values people may write, beyond their type.
enum class Rule : std::uint8_t {
  none,
  id,           ///< of a text: a name that is safe everywhere
  filled,       ///< of a text: more than blanks
  letters,      ///< of a text: the range counts characters, not bytes
  inner_path,   ///< of a text: a path that stays below where it begins
  names,        ///< of texts: names of variables
  globs,        ///< of texts: names of variables, or globs
  inner_globs,  ///< of texts: globs of files below where they begin
  patterns,     ///< of texts: RE2; none is allowed
  one_or_more,  ///< of texts: one of them needs no list
  or_count,     ///< of texts: or only how many there must be
  by_name,      ///< of records: a map by their names, no more of them than the range says
  listed,       ///< of records: a list, no more of them than the range says
  pause,        ///< of a time: may be nothing at all
  seconds,      ///< of a time: a number of seconds
  count,        ///< of a number: 12000, 500k, 20M
  usd,          ///< of a number in millionths: US dollars, more than nothing
  price,        ///< likewise, or 0
};

/// In which file a key may stand; the others do not know it.
struct Only {
  std::string_view file;
};

/// Of a record that has kinds: in which of them (a set of bits) a key may stand, and must.
struct InKinds {
  std::uint32_t in = 0;
  std::uint32_t needed = 0;
};

template <class Owner, class Member, class Shape = Plain>
struct Field {
  using Value = Member;
  std::string_view name;
  Member Owner::*at;
  Keep keep = Keep::unless_default;
  Shape shape{};
  // For those who write it by hand:
  std::string_view about = {};  ///< what it is for, in one sentence
  Range range = {};
  Rule rule = Rule::none;
  std::string_view only = {};  ///< the one file in which it may stand; empty: any
  InKinds cases = {};

  constexpr void set(Keep given) { keep = given; }
  constexpr void set(Range given) { range = given; }
  constexpr void set(Rule given) { rule = given; }
  constexpr void set(Only given) { only = given.file; }
  constexpr void set(InKinds given) { cases = given; }
  constexpr void set(const char* given) { about = given; }
  constexpr void set(Shape given) { shape = given; }
};

/// A value that is stored with the record and belongs to no field of it.
template <class Beside, class Member>
struct BesideField {
  std::string_view name;
  Member Beside::*at;
  Keep keep;
};

namespace detail {

template <class... Options>
struct ShapeAmong {
  using Type = Plain;
};
template <class First, class... Others>
struct ShapeAmong<First, Others...> {
  using Type = std::conditional_t<is_shape<First>, First, typename ShapeAmong<Others...>::Type>;
};

}  // namespace detail

/// Options: how it is kept, a shape, a range, a rule, a file, a sentence; in any order.
template <class Owner, class Member, class... Options>
constexpr auto field(std::string_view name, Member Owner::*at, Options... options) {
  Field<Owner, Member, typename detail::ShapeAmong<Options...>::Type> made{name, at};
  (made.set(options), ...);
  return made;
}
template <class Owner, class Member>
constexpr auto flat(Member Owner::*at) {
  return Field<Owner, Member, Flat>{{}, at};
}
template <class Owner, class Member>
constexpr auto absent(Member Owner::*at) {
  return Field<Owner, Member, Absent>{{}, at};
}
template <class Owner, class Member, class Make>
constexpr auto unless(Make make, std::string_view name, Member Owner::*at) {
  return Field<Owner, Member, Unless<Make>>{name, at, Keep::unless_default, {make}};
}
template <class Owner, class Member, class... Names>
constexpr auto one_of(std::string_view otherwise, Member Owner::*at, Names... names) {
  static_assert(sizeof...(Names) == std::variant_size_v<Member>, "one name per alternative");
  using Shape = OneOf<sizeof...(Names)>;
  return Field<Owner, Member, Shape>{{}, at, Keep::required, {{names...}, otherwise}};
}
template <class Beside, class Member>
constexpr auto beside(std::string_view name, Member Beside::*at, Keep keep = Keep::unless_default) {
  return BesideField<Beside, Member>{name, at, keep};
}

namespace detail {

/// Converts to anything but `Whole`: so many of them make a `Whole` of so many fields.
template <class Whole>
struct AnyField {
  template <class Member>
  requires(!std::is_same_v<Member, Whole>) operator Member()
      const;  // NOLINT: implicit, and never defined
};

template <class Whole, class... Given>
constexpr std::size_t arity() {
  if constexpr (requires { Whole{Given{}..., AnyField<Whole>{}}; })
    return arity<Whole, Given..., AnyField<Whole>>();
  else
    return sizeof...(Given);
}

template <class Listed>
inline constexpr bool counts = true;
template <class Beside, class Member>
inline constexpr bool counts<BesideField<Beside, Member>> = false;
template <class Owner, class Member, class Codec>
inline constexpr bool counts<Field<Owner, Member, View<Codec>>> = false;
template <class Owner, class Member>
inline constexpr bool counts<Field<Owner, Member, Also>> = false;
template <class Owner, class Member>
inline constexpr bool counts<Field<Owner, Member, SpelledToo>> = false;

template <class A, class B>
constexpr bool is_same_member(const A& a, const B& b) {
  if constexpr (counts<A> && counts<B> && std::is_same_v<decltype(a.at), decltype(b.at)>)
    return a.at == b.at;
  else
    return false;
}

/// Not constexpr: a list that comes here is not a constant, and the compiler says where.
void a_field_is_listed_twice();

template <class... Fields>
constexpr void check_distinct(const Fields&... fields) {
  const auto times = [&](const auto& one) {
    return (std::size_t{is_same_member(one, fields)} + ... + 0);
  };
  const bool twice = ((times(fields) > 1) || ... || false);
  if (twice) a_field_is_listed_twice();
}

}  // namespace detail

template <class T, class... Fields>
struct RecordOf {
  std::string_view kind;  ///< of an event; empty: the record has no name of its own
  std::string_view about;
  std::tuple<Fields...> fields;
};

template <class T, class... Fields>
constexpr auto named_record(std::string_view kind, std::string_view about, Fields... fields) {
  static_assert((std::size_t{detail::counts<Fields>} + ... + 0) == detail::arity<T>(),
                "every field of the struct is listed exactly once");
  detail::check_distinct(fields...);
  return RecordOf<T, Fields...>{kind, about, {fields...}};
}
template <class T, class... Fields>
constexpr auto record(Fields... fields) {
  return named_record<T>({}, {}, fields...);
}

template <class T>
concept HasFields = requires {
  fields_of(Of<T>{});
};

/// The field list of a record.
template <HasFields T>
inline constexpr auto fields_in = fields_of(Of<T>{});

/// Calls `use` with each entry of the list, in its order.
template <HasFields T, class Use>
constexpr void for_each_field(Use use) {
  std::apply([&](const auto&... each) { (use(each), ...); }, fields_in<T>.fields);
}

template <class T>
concept HasKeys = HasFields<T> || requires {
  keys_of(Of<T>{});
};

/// What people write of a record: `keys_of(Of<T>)` where that is not what is stored.
template <class T>
constexpr auto keys_or_fields() {
  if constexpr (requires { keys_of(Of<T>{}); })
    return keys_of(Of<T>{});
  else
    return fields_of(Of<T>{});
}
template <class T>
inline constexpr auto keys_in = keys_or_fields<T>();

template <class T, class Use>
constexpr void for_each_key(Use use) {
  std::apply([&](const auto&... each) { (use(each), ...); }, keys_in<T>.fields);
}

/// The same, with the keys of records that stand flat among the others.
template <class T, class Use>
constexpr void for_each_flat_key(Use use) {
  for_each_key<T>([&](const auto& key) {
    using Listed = std::remove_cvref_t<decltype(key)>;
    if constexpr (std::is_same_v<Listed, Field<T, typename Listed::Value, Flat>>)
      for_each_flat_key<typename Listed::Value>(use);
    else
      use(key);
  });
}

// Equality by the field list, through pointers: two plans are the same if what they say is.

template <class T>
bool is_equal(const T& a, const T& b);

namespace detail {

template <class T>
struct Equality {
  static bool of(const T& a, const T& b) {
    if constexpr (HasFields<T>) {
      const auto same = [&](const auto& each) {
        if constexpr (counts<std::remove_cvref_t<decltype(each)>>)
          return is_equal(a.*each.at, b.*each.at);
        else
          return true;
      };
      return std::apply([&](const auto&... each) { return (same(each) && ... && true); },
                        fields_in<T>.fields);
    } else {
      return a == b;
    }
  }
};
template <class T>
struct Equality<std::shared_ptr<T>> {
  static bool of(const std::shared_ptr<T>& a, const std::shared_ptr<T>& b) {
    return a && b ? is_equal(*a, *b) : !a && !b;
  }
};
template <class T>
struct Equality<std::optional<T>> {
  static bool of(const std::optional<T>& a, const std::optional<T>& b) {
    return a && b ? is_equal(*a, *b) : !a && !b;
  }
};
template <class T>
struct Equality<std::vector<T>> {
  static bool of(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!is_equal<T>(a[i], b[i])) return false;
    }
    return true;
  }
};
template <class Key, class T>
struct Equality<std::map<Key, T>> {
  static bool of(const std::map<Key, T>& a, const std::map<Key, T>& b) {
    const auto same = [](const auto& x, const auto& y) {
      return x.first == y.first && is_equal(x.second, y.second);
    };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
  }
};
template <class... Ts>
struct Equality<std::variant<Ts...>> {
  static bool of(const std::variant<Ts...>& a, const std::variant<Ts...>& b) {
    if (a.index() != b.index()) return false;
    const auto same = [&](const auto& held) {
      return is_equal(held, *std::get_if<std::remove_cvref_t<decltype(held)>>(&b));
    };
    return std::visit(same, a);
  }
};

}  // namespace detail

template <class T>
bool is_equal(const T& a, const T& b) {
  return detail::Equality<std::remove_cv_t<T>>::of(a, b);
}

}  // namespace assay
