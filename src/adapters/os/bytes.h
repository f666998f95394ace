// SPDX-License-Identifier: MIT
// Reading and writing through descriptors: whole, whatever signals come in between. What goes wrong
// is told as an errno; 0 is good.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

namespace assay::os {

/// As ::read, and again if a signal came.
ssize_t read_some(int file, char* into, std::size_t size);
/// As ::pread, until `size` bytes are there or the file has no more of them. -1 and errno.
ssize_t read_at(int file, char* into, std::size_t size, std::uint64_t offset);

using OnPiece = std::function<int(std::string_view)>;

/// Hands over what is left, at most `bytes_max`, piece by piece. The first errno of `take` ends it.
int read_pieces(int file, std::uint64_t bytes_max, const OnPiece& take);

/// Appends what is left, at most `bytes_max`.
int read_up_to(int file, std::uint64_t bytes_max, std::string& text);
/// Appends what is left. EFBIG: it is more than `bytes_max`.
int read_rest(int file, std::uint64_t bytes_max, std::string& text);

int write_all(int file, std::string_view bytes);
int write_all_at(int file, std::string_view bytes, std::uint64_t offset);

}  // namespace assay::os
