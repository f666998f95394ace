// SPDX-License-Identifier: MIT
// Secrets do not get through, however they are written and however the stream is cut; what is none
// stays as it is.
#include "format/text/mask.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <random>

namespace {

using namespace assay;
using namespace assay::format;

const std::string key = "Zx7-q9LmN4/vB2+kT8wYc5RdEa1oPs3u";

std::shared_ptr<const Masks> masks(std::vector<std::string> secrets = {key}) {
  return std::make_shared<const Masks>(secrets);
}

std::string clean(std::string_view text) { return masked(masks(), text); }

std::string in_pieces(const std::shared_ptr<const Masks>& known, std::string_view text,
                      std::size_t size) {
  MaskedStream stream(known);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += size) out += stream.feed(text.substr(at, size));
  return out + stream.finish();
}

}  // namespace

TEST_CASE("mask: a secret in its usual encodings") {
  const std::string forms[] = {
      key,
      "Zx7-q9LmN4\\/vB2+kT8wYc5RdEa1oPs3u",  // JSON
      "Zx7-q9LmN4%2FvB2%2BkT8wYc5RdEa1oPs3u",
      "Zx7-q9LmN4%2fvB2%2bkT8wYc5RdEa1oPs3u",
      "Wng3LXE5TG1ONC92QjIra1Q4d1ljNVJkRWExb1BzM3U=",      // base64
      "eFp4Ny1xOUxtTjQvdkIyK2tUOHdZYzVSZEVhMW9QczN1",      // of x and the key
      "eHhaeDctcTlMbU40L3ZCMitrVDh3WWM1UmRFYTFvUHMzdQ==",  // of xx and the key
      "5a78372d71394c6d4e342f7642322b6b5438775963355264456131"
      "6f50733375",
      "5A78372D71394C6D4E342F7642322B6B5438775963355264456131"
      "6F50733375",
      "5a 78 37 2d 71 39 4c 6d 4e 34 2f 76 42 32 2b 6b 54 38 77 59 63 35 52 64 45 61 31 6f 50 73 "
      "33 75",
      "5a78 372d 7139 4c6d 4e34 2f76 4232 2b6b 5438 7759 6335 5264 4561 316f 5073 3375",
      "u3sPo1aEdR5cYw8Tk+2Bv/4NmL9q-7xZ",  // backwards
      key.substr(0, 17),                   // a piece of it
      key.substr(10),
  };
  for (const std::string& form : forms) {
    CAPTURE(form);
    const std::string out = clean("the key is " + form + ", keep it\n");
    CHECK(out.find(mask_text) != std::string::npos);
    CHECK(out.starts_with("the key is "));
    CHECK(out.ends_with(", keep it\n"));
    // Of what is left nobody can put it together again.
    CHECK(out.size() < std::string("the key is , keep it\n").size() + mask_text.size() + 8);
  }
}

TEST_CASE("mask: a secret over the ends of lines of base64") {
  const std::string out = clean("Wng3LXE5TG1ONC92QjIr\na1Q4d1ljNVJkRWExb1BzM3U=\n");
  CHECK(out.find("Wng3LXE5TG1ONC92") == std::string::npos);
  CHECK(out.find("a1Q4d1ljNVJkRWEx") == std::string::npos);
}

TEST_CASE("mask: how the stream is cut makes no difference") {
  const std::string text =
      "a " + key + key + " b\n{\"t\":\"" + key + "\"}\nsk-ant-api03-abcdefghij0123456789 ghp_" +
      std::string(36, 'a') +
      "1 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.sig_na-ture\n"
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAAAB==\n-----END RSA PRIVATE KEY-----\nafter\n";
  const auto known = masks();
  const std::string whole = masked(known, text);
  CHECK(whole ==
        "a [masked] b\n{\"t\":\"[masked]\"}\n[masked] [masked] [masked]\n[masked]\nafter\n");
  for (std::size_t size = 1; size <= text.size(); ++size) {
    CAPTURE(size);
    REQUIRE(in_pieces(known, text, size) == whole);
  }
  std::mt19937_64 rng{4711};
  for (int round = 0; round < 200; ++round) {
    MaskedStream stream(known);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = 1 + rng() % 50;
      out += stream.feed(std::string_view(text).substr(at, size));
      at += size;
    }
    REQUIRE(out + stream.finish() == whole);
  }
}

TEST_CASE("mask: no cut falls into what is not shown, and none of it behind a secret is masked") {
  const auto known = masks();
  const std::string_view tail = std::string_view(key).substr(2);
  // An x of a control sequence in front of them would be one more character of the secret.
  const std::string texts[] = {"\x1bx\x1bm" + std::string(tail) + "m%\n",
                               "\x1b;" + std::string(tail) + "\x01\x02 and more",
                               std::string(tail) + "\x1b[0m\x1b[1m"};
  for (const std::string& text : texts) {
    const std::string whole = masked(known, text);
    CHECK(whole.find("[masked]") != std::string::npos);
    for (std::size_t step = 1; step < text.size(); ++step)
      CHECK(in_pieces(known, text, step) == whole);
  }
}

TEST_CASE("mask: a line that is whole is not held back") {
  MaskedStream stream(masks());
  CHECK(stream.feed("{\"type\":\"result\"}\n") == "{\"type\":\"result\"}\n");
  CHECK(stream.feed("half a li") == "");
  CHECK(stream.feed("ne\nnext") == "half a line\n");
  CHECK(stream.finish() == "next");
}

TEST_CASE("mask: the shapes of well-known keys") {
  const std::string forms[] = {
      "sk-ant-api03-AbCdEfGh0123456789_-xyz",
      "sk-proj-0123456789abcdefABCDEF",
      "sk-0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
      "ghp_0123456789abcdefghijklmnopqrstuvwxyz",
      "github_pat_11ABCDEFG0123456789_abcdefghijklmnopqrstuvwxyz",
      "glpat-0123456789abcdefghij",
      "AKIAIOSFODNN7EXAMPLE",
      "xoxb-123456789012-abcdefghijkl",
      "AIzaSyA0123456789abcdefghijklmnopqrstuv",
      "hf_abcdefghijklmnopqrstuvwxyzABCDEF01",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_"
      "XgL0n3I9P",
  };
  for (const std::string& form : forms) {
    CAPTURE(form);
    CHECK(clean("x=" + form + ";") == "x=[masked];");
    CHECK(clean("{\"a\":\"line\\n" + form + "\"}\n") == "{\"a\":\"line\\n[masked]\"}\n");
  }
  CHECK(clean("{\"k\":\"-----BEGIN PRIVATE KEY-----\\nMIIE+/=\\n-----END PRIVATE "
              "KEY-----\\n\",\"b\":1}\n") == "{\"k\":\"[masked]\\n\",\"b\":1}\n");
  CHECK(clean("{\"k\":\"-----BEGIN PRIVATE KEY-----\\nMIIE\",\"b\":1}\n") ==
        "{\"k\":\"[masked]\",\"b\":1}\n");
}

TEST_CASE("mask: what is no secret stays as it is") {
  const std::string texts[] = {
      "12 passed, 0 failed in 1.20s\n",
      "commit 5f1b652a0c2159da30960222ddd4e57dbf23aa01\n",
      "task-sk-loading and risk-of-a-very-long-branch-name-with-many-words-in-it\n",
      "sk-loading-indicator-animation-wrapper-and-more\n",
      "npm_config_registry_and_other_settings_of_this_kind\n",
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
      "----------------------------------------------------------------------\nRan 3 tests\n",
      "eyJ is how some texts begin. eyJhbGciOiJIUzI1NiJ9 alone is none\n",
      "AKIA, ghp_ and xoxb- are prefixes\n",
  };
  for (const std::string& text : texts) {
    CAPTURE(text);
    CHECK(clean(text) == text);
  }
}

TEST_CASE("mask: values that are no secrets, although their names say so") {
  const auto known = masks({"postgres", "/run/secrets/token", "https://login.example.com/token", "",
                            "1234567", "32000000", "aaaaaaaaaaaaaaaaaaaa"});
  const std::string text =
      "postgres at /run/secrets/token, https://login.example.com/token 1234567 32000000 "
      "aaaaaaaaaaaaaaaaaaaa\n";
  CHECK(masked(known, text) == text);
}

TEST_CASE("mask: a short secret, and one within a document") {
  CHECK(masked(masks({"s3cr3t-x"}), "[s3cr3t-x]\n") == "[[masked]]\n");
  CHECK(masked(masks({"s3cr3t-x"}), "s3cr3t-\n") == "s3cr3t-\n");
  const auto account =
      masks({"{\"type\": \"service_account\", \"private_key_id\": \"0a1b2c3d4e5f60718293a4b5\"}"});
  CHECK(masked(account, "\"type\": \"service_account\" 0a1b2c3d4e5f60718293a4b5\n") ==
        "\"type\": \"service_account\" [masked]\n");
}

TEST_CASE("mask: which names are secret") {
  for (const char* name : {"OPENAI_API_KEY", "GH_TOKEN", "DB_PASSWORD", "AWS_SECRET_ACCESS_KEY",
                           "my_secret", "NPM_PAT", "SIGNING_PASSPHRASE"}) {
    CAPTURE(name);
    CHECK(is_secret_name(name));
  }
  for (const char* name : {"PATH", "HOME", "MAX_OUTPUT_TOKENS", "TOKEN_URL", "KEY_FILE",
                           "SSH_AUTH_SOCK", "ANTHROPIC_MODEL"}) {
    CAPTURE(name);
    CHECK(!is_secret_name(name));
  }
}

namespace {

/// A secret as somebody may write it: every character as itself, or as one of its escapes.
std::string written(std::string_view secret, std::mt19937_64& rng, bool json) {
  constexpr const char* low = "0123456789abcdef";
  constexpr const char* high = "0123456789ABCDEF";
  std::string out;
  for (const char c : secret) {
    const auto byte = static_cast<unsigned char>(c);
    const char* digits = rng() % 2 == 0 ? low : high;
    const std::string hex{digits[byte >> 4U], digits[byte & 15U]};
    const bool must = json && (c == '"' || c == '\\');
    const bool slash = json && c == '/' && rng() % 2 == 0;
    if (json && rng() % 3 == 0) {
      out += "\\u00" + hex;
    } else if (!json && (rng() % 3 == 0 || c == '%')) {
      out += "%" + hex;
    } else {
      out += must || slash ? std::string{'\\', c} : std::string{c};
    }
  }
  return out;
}

std::string random_secret(std::mt19937_64& rng) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+/=.!$&~";
  std::string secret = "K";  // not the beginning of a path
  for (std::size_t size = 16 + rng() % 40; secret.size() < size;)
    secret += letters[rng() % letters.size()];
  return secret;
}

/// Whether so much of it stands there in a row, whatever of it is escaped.
bool gives_away(std::string_view text, std::string_view secret) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool percent = text[at] == '%' && at + 2 < text.size();
    const bool unicode = text.substr(at).starts_with("\\u00") && at + 5 < text.size();
    if (percent || unicode) {
      const std::size_t digits = at + (percent ? 1U : 4U);
      plain += static_cast<char>(std::stoi(std::string(text.substr(digits, 2)), nullptr, 16));
      at = digits + 1;
    } else if (text[at] != '\\') {
      plain += text[at];
    }
  }
  for (std::size_t at = 0; at + 16 <= secret.size(); ++at) {
    if (plain.find(secret.substr(at, 16)) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("mask: any characters of a secret as escapes, and any cut of the stream") {
  std::mt19937_64 rng{20261117};
  for (int round = 0; round < 3000; ++round) {
    CAPTURE(round);
    const std::string secret = random_secret(rng);
    const auto known = masks({secret});
    const std::string form = written(secret, rng, round % 2 == 0);
    const std::string text = "{\"a\":\"x " + form + " y\\n\", \"b\": " + form + "}\nnext\n";
    const std::string whole = masked(known, text);
    REQUIRE(!gives_away(whole, secret));
    REQUIRE(whole.starts_with("{\"a\":\"x "));
    REQUIRE(whole.ends_with("}\nnext\n"));
    MaskedStream stream(known);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = 1 + rng() % 40;
      out += stream.feed(std::string_view(text).substr(at, size));
      at += size;
    }
    REQUIRE(out + stream.finish() == whole);
  }
}

namespace {

/// As documents, programs and terminals write it, each character in a way of its own.
std::string written_otherwise(std::string_view secret, std::mt19937_64& rng) {
  std::string out;
  for (const char c : secret) {
    const auto byte = static_cast<unsigned>(c);
    char text[16];
    switch (rng() % 9) {
      case 0: std::snprintf(text, sizeof text, "&#%u;", byte); break;
      case 1: std::snprintf(text, sizeof text, "&#x%x;", byte); break;
      case 2: std::snprintf(text, sizeof text, "\\x%02X", byte); break;
      case 3: std::snprintf(text, sizeof text, "\\%03o", byte); break;
      case 4:
        std::snprintf(text, sizeof text, "\x1b[3%dm%c", static_cast<int>(rng() % 8), c);
        break;
      case 5: std::snprintf(text, sizeof text, "\x1b(B%c", c); break;
      case 6: std::snprintf(text, sizeof text, "%c%c", static_cast<char>(1 + rng() % 8), c); break;
      case 7: out += '\0'; [[fallthrough]];
      default:
        std::snprintf(text, sizeof text, "%s", c == '&' ? "&amp;" : std::string(1, c).c_str());
    }
    out += text;
  }
  return out;
}

/// What somebody sees of it.
std::string as_seen(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("&#")) {
      const bool hex = rest[2] == 'x';
      plain += static_cast<char>(
          std::stoi(std::string(rest.substr(hex ? 3 : 2, 6)), nullptr, hex ? 16 : 10));
      at += rest.find(';') + 1;
    } else if (rest.starts_with("&amp;")) {
      plain += '&';
      at += 5;
    } else if (rest[0] == '\\' && rest.size() > 3) {
      const bool hex = rest[1] == 'x';
      plain += static_cast<char>(
          std::stoi(std::string(rest.substr(hex ? 2 : 1, hex ? 2 : 3)), nullptr, hex ? 16 : 8));
      at += 4;
    } else if (rest[0] == '\x1b') {
      at += rest[1] == '(' ? 3U : 5U;
    } else {
      if (static_cast<unsigned char>(rest[0]) >= 0x20) plain += rest[0];
      ++at;
    }
  }
  return plain;
}

}  // namespace

TEST_CASE(
    "mask: a secret as documents, programs and terminals write it, and any cut of the stream") {
  std::mt19937_64 rng{20261118};
  for (int round = 0; round < 3000; ++round) {
    CAPTURE(round);
    const std::string secret = random_secret(rng);
    const auto known = masks({secret});
    const std::string text = "x " + written_otherwise(secret, rng) + " y\nnext\n";
    const std::string whole = masked(known, text);
    const std::string seen = as_seen(whole);
    for (std::size_t at = 0; at + 16 <= secret.size(); ++at)
      REQUIRE(seen.find(secret.substr(at, 16)) == std::string::npos);
    REQUIRE(whole.ends_with(" y\nnext\n"));
    MaskedStream stream(known);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = 1 + rng() % 30;
      out += stream.feed(std::string_view(text).substr(at, size));
      at += size;
    }
    REQUIRE(out + stream.finish() == whole);
  }
}

TEST_CASE("mask: UTF-16, and text of which nothing is meant otherwise") {
  std::string wide;
  for (const char c : key) (wide += c) += '\0';
  CHECK(clean("a " + wide + "\n").size() < 16);
  CHECK(clean("R&D &amp; \x1b[1mbold\x1b[0m \\x41 \\101 &#65; &#x41;\n") ==
        "R&D &amp; \x1b[1mbold\x1b[0m \\x41 \\101 &#65; &#x41;\n");
}

TEST_CASE("mask: any other text passes byte for byte, however it is cut") {
  std::mt19937_64 rng{4712};
  constexpr std::string_view letters = "abcde 0123456789%\\u\n/\"{}:,.\x1b[;m\xc3\xa4\r\t<>&";
  const auto known = masks({random_secret(rng), random_secret(rng)});
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    std::string text;
    for (std::size_t size = rng() % 400; text.size() < size;)
      text += letters[rng() % letters.size()];
    MaskedStream stream(known);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = 1 + rng() % 60;
      out += stream.feed(std::string_view(text).substr(at, size));
      at += size;
    }
    REQUIRE(out + stream.finish() == text);
  }
}

TEST_CASE("mask: what is named as a secret is one, from 8 characters on") {
  const auto known = std::make_shared<const Masks>(
      std::vector<std::string>{}, std::vector<std::string>{"/srv/vault", "12345678", "1234567"});
  CHECK(masked(known, "at /srv/vault, pin 12345678, 1234567\n") ==
        "at [masked], pin [masked], 1234567\n");
}

TEST_CASE("mask: the words of a header are the secrets, not its name") {
  CHECK(is_secret_name("ANTHROPIC_CUSTOM_HEADERS"));
  const auto known = masks({"Authorization: Bearer Zx7q9LmN4vB2kT8wYc5RdEa1"});
  CHECK(masked(known, "Authorization: Bearer Zx7q9LmN4vB2kT8wYc5RdEa1\n") ==
        "Authorization: Bearer [masked]\n");
}
