// SPDX-License-Identifier: MIT
// Opening a path in one call, and nothing outside of the folder it is relative to.
#pragma once

#include <cstdint>
#include <string>

namespace assay::os {

/// A descriptor, or -1 and errno: EXDEV if the path leads out of `root`. `resolve` may add flags of
/// openat2, RESOLVE_NO_SYMLINKS above all (then a link on the way is ELOOP, or ENOTDIR where the
/// kernel does not know openat2).
int open_beneath(int root, const std::string& path, int flags, std::uint64_t resolve = 0);

}  // namespace assay::os
