// SPDX-License-Identifier: MIT
// The families of recognisers: one file each, with its runners and their list at its end. A runner
// more is a function and a row in one of them.
#pragma once

#include "format/runners/recogniser.h"

#include <span>

/// In the order in which they are asked.
#define ASSAY_RUNNER_FAMILIES(EACH) \
  EACH(driver_ctest)                \
  EACH(driver_suites)               \
  EACH(driver_remarks)              \
  EACH(python_pytest)               \
  EACH(python_unittest)             \
  EACH(python_other)                \
  EACH(go)                          \
  EACH(rust)                        \
  EACH(c_bracketed)                 \
  EACH(c_catch_boost)               \
  EACH(c_small)                     \
  EACH(shell)                       \
  EACH(js_jest)                     \
  EACH(js_vitest)                   \
  EACH(js_mocha)                    \
  EACH(js_node_test)                \
  EACH(js_runtimes)                 \
  EACH(js_small)                    \
  EACH(js_browser)                  \
  EACH(js_playwright)               \
  EACH(js_scripts)                  \
  EACH(jvm_maven)                   \
  EACH(jvm_gradle)                  \
  EACH(jvm_junit)                   \
  EACH(jvm_languages)               \
  EACH(ruby)                        \
  EACH(php)                         \
  EACH(beam)                        \
  EACH(functional)                  \
  EACH(scripting)                   \
  EACH(dotnet)                      \
  EACH(apple)                       \
  EACH(tap)

namespace assay::format {

#define ASSAY_FAMILY(name) std::span<const Recogniser> name##_family();
ASSAY_RUNNER_FAMILIES(ASSAY_FAMILY)
#undef ASSAY_FAMILY

}  // namespace assay::format
