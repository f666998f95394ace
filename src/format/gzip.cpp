// SPDX-License-Identifier: MIT
#include "format/gzip.h"

#include "base/ensure.h"

#include <zlib.h>

namespace assay::format {

std::string gzip(std::string_view bytes, int level) {
  constexpr int with_gzip_header = 15 + 16;
  constexpr int memory = 8;
  z_stream stream{};
  ENSURE(::deflateInit2(&stream, level, Z_DEFLATED, with_gzip_header, memory, Z_DEFAULT_STRATEGY) ==
         Z_OK);
  std::string out;
  out.resize(::deflateBound(&stream, bytes.size()));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  ENSURE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

}  // namespace assay::format
