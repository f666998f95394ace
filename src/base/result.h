// SPDX-License-Identifier: MIT
// A value or the reason there is none. The only error idiom of the project: nothing of ours throws.
#pragma once

#include "base/ensure.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace assay {

/// Named by the reaction they allow.
enum class Fault {
  bad_input,  ///< the caller can fix what was given
  not_found,  ///< what was named does not exist
  io,         ///< the machine refused; the message says how
  conflict,   ///< somebody else owns it, or was faster
  exhausted,  ///< a limit of this machine (descriptors, memory, disk) was reached
};

/// `what` names the thing and the fact: "ledger.db: disk full".
struct Error {
  Fault fault = Fault::io;
  std::string what;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T = void>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  explicit operator bool() const { return held_.index() == 0; }
  const T& operator*() const { return std::get<0>(held_); }
  T& operator*() { return std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }
  T* operator->() { return &std::get<0>(held_); }
  T take() { return std::move(std::get<0>(held_)); }
  const Error& error() const { return std::get<1>(held_); }

 private:
  std::variant<T, Error> held_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit

  explicit operator bool() const { return !error_; }
  void take() const {}
  const Error& error() const {
    ENSURE(error_.has_value());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace assay

/// The value of `expr`, or a return of its error from the enclosing function.
#define TRY(expr)                       \
  __extension__({                       \
    auto tried_ = (expr);               \
    if (!tried_) return tried_.error(); \
    tried_.take();                      \
  })
