// SPDX-License-Identifier: MIT
// What does masking cost? A build's output and a stream of an agent, in the pieces in which a pipe
// gives them, with no secret known, with ten, and with fifty. Fails below 100 MB/s.
//   mask_bench [MEGABYTES]
#include "format/text/mask.h"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr double floor_mb_per_second = 100;
constexpr std::size_t piece_size = 65536;

std::string build_output(std::size_t size) {
  std::string out;
  for (int i = 0; out.size() < size; ++i)
    out += fmt::format(
        "[{:4}/4096] c++ -Isrc -O2 -DNAME=\"assay\" -c src/format/part_{}.cpp -o part_{}.o\n",
        i % 4096, i, i);
  return out;
}

std::vector<std::string> secrets(std::size_t count) {
  std::mt19937_64 rng{4711};
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::vector<std::string> all(count);
  for (std::string& secret : all) {
    for (int i = 0; i < 60; ++i) secret += letters[rng() % letters.size()];
  }
  return all;
}

double speed(const std::string& text, std::size_t count) {
  const auto masks = std::make_shared<const assay::format::Masks>(secrets(count));
  assay::format::MaskedStream stream(masks);
  const std::clock_t begun = std::clock();  // of the processor: others may be at work
  std::size_t said = 0;
  for (std::size_t at = 0; at < text.size(); at += piece_size)
    said += stream.feed(std::string_view(text).substr(at, piece_size)).size();
  said += stream.finish().size();
  const double took = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  if (said != text.size()) std::abort();
  return static_cast<double>(text.size()) / 1e6 / took;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t megabytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200;
  const std::string text = build_output(megabytes * 1'000'000);
  bool fast = true;
  for (const std::size_t count : {0U, 10U, 50U}) {
    const double measured = speed(text, count);
    fast = fast && measured >= floor_mb_per_second;
    fmt::print("masking, {:2} secrets known  {:6.0f} MB/s\n", count, measured);
  }
  return fast ? 0 : 1;
}
