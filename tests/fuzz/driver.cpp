// SPDX-License-Identifier: MIT
// Runs a fuzz target without libFuzzer: every seed as it is, then deterministic mutations of it.
//   TARGET SEED_DIR COUNT
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void feed(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

/// One small change: a byte flipped, a piece dropped, doubled, moved, or something nasty put in.
void mutate(std::string& input, std::mt19937_64& chance) {
  static const std::vector<std::string> nasty{"\0",    "\xff",  "\"",    "'",
                                              "\\",    "{",     "}",     "[",
                                              "<",     "&",     "\n",    "\r",
                                              "\x1b[", "\x1b]", "-1",    "99999999999999999999",
                                              "$(",    "`",     "<<E\n", "\xed\xa0\x80",
                                              "...",   "---\n"};
  const auto place = [&](std::size_t end) {
    return end == 0 ? 0 : static_cast<std::size_t>(chance() % end);
  };
  const std::size_t at = place(input.size() + 1);
  const std::size_t length = place(std::min<std::size_t>(input.size() - at, 64) + 1);
  switch (chance() % 5) {
    case 0:
      if (at < input.size()) input[at] = static_cast<char>(chance());
      break;
    case 1: input.erase(at, length); break;
    case 2: input.insert(at, input.substr(at, length)); break;
    case 3: input.insert(at, nasty[place(nasty.size())]); break;
    default: input.insert(place(input.size() + 1), input.substr(at, length)); break;
  }
  if (input.size() > 65536) input.resize(65536);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::vector<std::string> seeds{""};
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    std::ifstream file(entry.path(), std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::mt19937_64 chance(1);
  const long count = std::atol(argv[2]);
  for (const std::string& seed : seeds) feed(seed);
  for (long i = 0; i < count; ++i) {
    std::string input = seeds[static_cast<std::size_t>(chance() % seeds.size())];
    for (auto changes = chance() % 8 + 1; changes > 0; --changes) mutate(input, chance);
    feed(input);
  }
  std::printf("%zu seeds, %ld mutations\n", seeds.size() - 1, count);
  return 0;
}
