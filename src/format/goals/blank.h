// SPDX-License-Identifier: MIT
// Source text with its comments, or its comments and strings, made blank: what is left is what a
// compiler would act on. Lines and offsets stay where they are.
#pragma once

#include "core/ask/form.h"
#include "core/goals/task.h"

#include <string>
#include <string_view>

namespace assay::format {

/// The language is told by the name of the file; a text in a language that is not known comes back
/// as it is.
std::string blanked(std::string_view path, std::string_view text, core::goals::Blank what);

/// Does the file hold anything a person would see? White space, marks that take no room and, in a
/// language that is known, comments are nothing.
bool shows_something(std::string_view path, std::string_view text);

}  // namespace assay::format
