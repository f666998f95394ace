// SPDX-License-Identifier: MIT
// The content of one file in another: shared by the file system until one of them is written where
// it can do that, copied where it cannot. Never a second name for the same file: whoever writes to
// the copy must not write to what it was made of.
#pragma once

#include <cstdint>

namespace assay::os {

/// `to` is empty, both are regular files. At most `size` bytes, so that a file that grows ends. An
/// errno; 0 is good.
int clone_content(int from, int to, std::uint64_t size);

}  // namespace assay::os
