// SPDX-License-Identifier: MIT
#include "base/ensure.h"

#include <cstdio>
#include <cstdlib>

namespace assay {

void ensure_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "assay: BUG: %s is false (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace assay
