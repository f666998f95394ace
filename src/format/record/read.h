// SPDX-License-Identifier: MIT
// Reading records by their field lists, straight from the text. A key that no list has is an error:
// leaving out what a newer assay wrote could change a decision.
#pragma once

#include "base/result.h"
#include "core/evidence/task.h"
#include "core/run/rules.h"
#include "format/json/reader.h"
#include "format/record/put.h"

#include <algorithm>

namespace assay::format::stored {

/// Where reading stands, and the rules of the run that is read.
struct In {
  JsonReader& json;
  core::Rules rules = core::Rules::v0_1;
};

Error bad_body(std::string what);
Error unknown_field(std::string_view key);
Error missing_field(std::string_view key);
Error duplicate_field(std::string_view key);
Result<> expect(In& in, JsonToken token, std::string_view wanted);

Result<> read_value(In& in, std::string& out);
Result<> read_value(In& in, bool& out);
Result<> read_value(In& in, Digest& out);
Result<> read_value(In& in, Millis& out);
Result<> read_value(In& in, Instant& out);
/// The rules of a later release are unknown here: what they would decide cannot be told.
Result<> read_value(In& in, core::Rules& out);
Result<> read_value(In& in, core::loop::Reading& out);

template <std::integral Integer>
Result<> read_value(In& in, Integer& out) {
  TRY(expect(in, JsonToken::integer, "an integer"));
  const std::optional<Integer> value = in.json.integer<Integer>();
  if (!value) return bad_body(std::string(in.json.text()) + " is out of range");
  out = *value;
  return {};
}

template <HasWords Enum>
Result<> read_value(In& in, Enum& out) {
  TRY(expect(in, JsonToken::text, "a word"));
  const std::optional<Enum> value = value_of<Enum>(in.json.text());
  if (!value) return bad_body("unknown word '" + std::string(in.json.text()) + "'");
  out = *value;
  return {};
}

template <HasFields T>
Result<> read_value(In& in, T& out);
template <class T>
Result<> read_value(In& in, std::vector<T>& out);
template <class T>
Result<> read_value(In& in, std::map<std::string, T>& out);
template <class T>
Result<> read_value(In& in, std::shared_ptr<const T>& out);

template <class T>
Result<> read_value(In& in, std::optional<T>& out) {
  return read_value(in, out.emplace());
}

template <class T>
Result<> read_value(In& in, std::shared_ptr<const T>& out) {
  T made;
  TRY(read_value(in, made));
  out = std::make_shared<const T>(std::move(made));
  return {};
}

/// An item of a list; only there may a value be none.
template <class T>
Result<> read_item(In& in, T& out) {
  return read_value(in, out);
}
Result<> read_item(In& in, std::optional<std::int64_t>& out);

/// Doubling would leave half of a large list empty. How far the text is read tells how many are to
/// come.
template <class T>
void make_room(const JsonReader& json, std::vector<T>& list) {
  const std::size_t count = list.size();
  if (count < 1024 || count < list.capacity()) return;
  const double share =
      static_cast<double>(json.offset()) / static_cast<double>(json.document().size());
  const auto expected = static_cast<std::size_t>(static_cast<double>(count) / share * 1.01) + 16;
  list.reserve(std::clamp(expected, count + count / 8, count * 16));
}

template <class Item>
Result<> read_list(In& in, Item item) {
  TRY(expect(in, JsonToken::begin_array, "an array"));
  while (in.json.more()) TRY(item());
  if (in.json.next() != JsonToken::end_array) return bad_body(in.json.fault());
  return {};
}

template <class T>
Result<> read_value(In& in, std::vector<T>& out) {
  return read_list(in, [&] {
    make_room(in.json, out);
    return read_item(in, out.emplace_back());
  });
}

template <class T>
Result<> read_value(In& in, std::map<std::string, T>& out) {
  TRY(expect(in, JsonToken::begin_object, "an object"));
  while (in.json.next() == JsonToken::key) {
    const auto [entry, fresh] = out.try_emplace(std::string(in.json.text()));
    if (!fresh) return duplicate_field(entry->first);
    TRY(read_value(in, entry->second));
  }
  if (in.json.token() == JsonToken::broken) return bad_body(in.json.fault());
  return {};
}

/// Which of the keys of a record were met, those of its flat parts among them.
using Met = std::uint64_t;

template <class Entry>
struct Slots {
  static constexpr std::size_t count = 1;
};
template <HasFields T>
constexpr std::size_t slots_of();
template <class T>
struct Pointee {
  using Type = T;
};
template <class T>
struct Pointee<std::optional<T>> {
  using Type = T;
};
template <class T>
struct Pointee<std::shared_ptr<const T>> {
  using Type = T;
};
template <class Owner, class Member>
struct Slots<Field<Owner, Member, Flat>> {
  static constexpr std::size_t count = slots_of<typename Pointee<Member>::Type>();
};
template <HasFields T>
constexpr std::size_t slots_of() {
  return std::apply(
      [](const auto&... each) {
        return (Slots<std::remove_cvref_t<decltype(each)>>::count + ... + 0);
      },
      record_of<T>.fields);
}

/// Reads the value of one key if it is one of a record's own. The key is gone once its value is
/// being read.
template <HasFields T>
class Fields {
 public:
  using Beside = typename Whole<T>::Beside;

  Fields(In& in, T& record, Beside& beside) : in_(in), record_(record), beside_(beside) {}

  /// False: the key is not known here. `first` is the slot of the first field.
  bool read(std::string_view key, Met& met, std::size_t first) {
    return each(first, [&](const auto& field, std::size_t slot) {
      return read_field(field, key, met, slot);
    });
  }
  const Result<>& result() const { return result_; }

  /// When all keys are read: is everything there that must be?
  Result<> finish(Met met, std::size_t first) {
    each(first, [&](const auto& field, std::size_t slot) {
      finish_field(field, met, slot);
      return !result_;
    });
    return result_;
  }

 private:
  /// Until `use` says true.
  template <class Use>
  bool each(std::size_t slot, Use use) {
    const auto next = [&](const auto& field) {
      const std::size_t at = slot;
      slot += Slots<std::remove_cvref_t<decltype(field)>>::count;
      return use(field, at);
    };
    return std::apply([&](const auto&... fields) { return (next(fields) || ... || false); },
                      record_of<T>.fields);
  }

  template <class Value>
  bool take(std::string_view key, std::string_view name, Met& met, std::size_t slot, Value& value) {
    constexpr std::string_view unit = unit_of<Value>;
    if (key.size() != name.size() + unit.size() || !key.starts_with(name) || !key.ends_with(unit))
      return false;
    return take_with(key, met, slot, [&] { return read_value(in_, value); });
  }
  template <class Read>
  bool take_with(std::string_view key, Met& met, std::size_t slot, Read read) {
    const Met bit = Met{1} << slot;
    if ((met & bit) != 0) {
      result_ = duplicate_field(key);
    } else {
      met |= bit;
      result_ = read();
    }
    return true;
  }

  template <class Member>
  bool read_field(const Field<T, Member, Plain>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    return take(key, field.name, met, slot, record_.*field.at);
  }
  template <class Member, class Make>
  bool read_field(const Field<T, Member, Unless<Make>>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    return take(key, field.name, met, slot, record_.*field.at);
  }
  template <class Member>
  bool read_field(const BesideField<Beside, Member>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    return take(key, field.name, met, slot, beside_.*field.at);
  }
  template <class Member>
  bool read_field(const Field<T, Member, Absent>&, std::string_view, Met&, std::size_t) {
    return false;
  }

  template <class Member>
  bool read_field(const Field<T, Member, Flat>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    using Inner = typename Pointee<Member>::Type;
    NothingBeside none;
    if constexpr (HasFields<Member>) {
      Fields<Inner> inner(in_, record_.*field.at, none);
      if (!inner.read(key, met, slot)) return false;
      result_ = inner.result();
    } else {
      Inner made = record_.*field.at ? *(record_.*field.at) : Inner{};
      Fields<Inner> inner(in_, made, none);
      if (!inner.read(key, met, slot)) return false;
      result_ = inner.result();
      hold(record_.*field.at, std::move(made));
    }
    return true;
  }
  template <class Inner>
  static void hold(std::optional<Inner>& where, Inner made) {
    where = std::move(made);
  }
  template <class Inner>
  static void hold(std::shared_ptr<const Inner>& where, Inner made) {
    where = std::make_shared<const Inner>(std::move(made));
  }

  template <class Member>
  bool read_field(const Field<T, Member, Opposite>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    bool opposite = false;
    if (!take(key, field.shape.name, met, slot, opposite)) return false;
    record_.*field.at = !opposite;
    return true;
  }

  template <class Member>
  bool read_field(const Field<T, Member, Pairs>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    if (key != field.name) return false;
    return take_with(key, met, slot, [&] { return read_pairs(field.name, record_.*field.at); });
  }
  template <class First, class Second>
  Result<> read_pairs(std::string_view name, std::vector<std::pair<First, Second>>& out) {
    return read_list(in_, [&]() -> Result<> {
      auto& pair = out.emplace_back();
      TRY(read_value(in_, pair.first));
      if (!in_.json.more()) return bad_body(std::string(name) + ": a name without a value");
      return read_value(in_, pair.second);
    });
  }

  template <class Member>
  bool read_field(const Field<T, Member, Members>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    if (key != field.name) return false;
    return take_with(key, met, slot, [&] { return read_members(record_.*field.at); });
  }
  template <class Value>
  Result<> read_members(std::vector<std::pair<std::string, Value>>& out) {
    TRY(expect(in_, JsonToken::begin_object, "an object"));
    while (in_.json.next() == JsonToken::key) {
      auto& pair = out.emplace_back();
      pair.first = in_.json.text();
      TRY(read_value(in_, pair.second));
    }
    if (in_.json.token() == JsonToken::broken) return bad_body(in_.json.fault());
    return {};
  }

  template <class Member>
  bool read_field(const Field<T, Member, LowerCase>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    std::string word;
    if (!take(key, field.name, met, slot, word)) return false;
    if (!result_) return true;
    std::string capitals = word;
    for (char& letter : capitals) letter = static_cast<char>(letter & ~0x20);
    const std::optional<Member> value = value_of<Member>(capitals);
    if (value)
      record_.*field.at = *value;
    else
      result_ = bad_body("unknown word '" + word + "'");
    return true;
  }

  template <class Member, std::size_t size>
  bool read_field(const Field<T, Member, OneOf<size>>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    const auto& names = field.shape.names;
    const auto found = std::find(names.begin(), names.end(), key);
    if (found == names.end()) return false;
    const auto index = static_cast<std::size_t>(found - names.begin());
    if ((met & (Met{1} << slot)) != 0) {
      const bool again = (record_.*field.at).index() == index;
      result_ = again ? duplicate_field(key) : bad_body(std::string(field.shape.otherwise));
      return true;
    }
    met |= Met{1} << slot;
    read_alternative<0>(record_.*field.at, index);
    return true;
  }
  template <std::size_t number, class... Held>
  void read_alternative(std::variant<Held...>& out, std::size_t index) {
    if constexpr (number < sizeof...(Held)) {
      if (number == index)
        result_ = read_value(in_, out.template emplace<number>());
      else
        read_alternative<number + 1>(out, index);
    }
  }

  template <class Member, class Codec>
  bool read_field(const Field<T, Member, By<Codec>>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    return read_spelled<Codec>(field.name, record_.*field.at, key, met, slot);
  }
  template <class Member, class Codec>
  bool read_field(const Field<T, Member, View<Codec>>& field, std::string_view key, Met& met,
                  std::size_t slot) {
    return read_spelled<Codec>(field.name, record_.*field.at, key, met, slot);
  }
  template <class Codec, class Member>
  bool read_spelled(std::string_view name, Member& out, std::string_view key, Met& met,
                    std::size_t slot) {
    std::vector<std::string> words;
    if (!take(key, name, met, slot, words)) return false;
    if (result_) result_ = Spelling<Codec>::read(words, out);
    return true;
  }

  template <class Entry>
  void finish_field(const Entry& field, Met met, std::size_t slot) {
    const bool there = (met & (Met{1} << slot)) != 0;
    if (!there && field.keep == Keep::required) result_ = missing_field(field.name);
  }
  template <class Member, class Make>
  void finish_field(const Field<T, Member, Unless<Make>>& field, Met met, std::size_t slot) {
    if ((met & (Met{1} << slot)) == 0) record_.*field.at = field.shape.make(record_);
  }
  template <class Member, std::size_t size>
  void finish_field(const Field<T, Member, OneOf<size>>& field, Met met, std::size_t slot) {
    if ((met & (Met{1} << slot)) == 0) result_ = bad_body(std::string(field.shape.otherwise));
  }
  template <class Member>
  void finish_field(const Field<T, Member, Flat>& field, Met met, std::size_t slot) {
    NothingBeside none;
    if constexpr (HasFields<Member>)
      result_ = Fields<Member>(in_, record_.*field.at, none).finish(met, slot);
  }

  In& in_;
  T& record_;
  Beside& beside_;
  Result<> result_;
};

template <HasFields T>
Result<> read_value(In& in, T& out) {
  static_assert(slots_of<T>() <= 64);
  TRY(expect(in, JsonToken::begin_object, "an object"));
  typename Whole<T>::Beside beside;
  Fields<T> fields(in, out, beside);
  Met met = 0;
  while (in.json.next() == JsonToken::key) {
    if (!fields.read(in.json.text(), met, 0)) return unknown_field(in.json.text());
    if (!fields.result()) return fields.result();
  }
  if (in.json.token() == JsonToken::broken) return bad_body(in.json.fault());
  TRY(fields.finish(met, 0));
  if constexpr (requires { Whole<T>::settle(in, out, beside); })
    return Whole<T>::settle(in, out, beside);
  else
    return {};
}

}  // namespace assay::format::stored
