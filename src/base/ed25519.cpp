// SPDX-License-Identifier: MIT
#include "base/ed25519.h"

#include "base/digest.h"
#include "base/text/base64.h"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace assay::ed25519 {

namespace {

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Context = std::unique_ptr<EVP_MD_CTX, Free>;

constexpr std::size_t key_bytes = 32;

/// A kind of key as PEM. What stands before the bytes of an Ed25519 key never differs (RFC 8410),
/// so it is compared: libcrypto's decoders, which are made for any key, take a hundred times as
/// long as a signature.
struct Form {
  std::string_view label;
  std::string_view before;  ///< DER
};
constexpr Form private_form{
    "PRIVATE KEY", {"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20", 16}};
constexpr Form public_form{"PUBLIC KEY", {"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12}};

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Error unreadable() { return {Fault::bad_input, "this is no Ed25519 key in PEM"}; }

std::string rule(std::string_view word, const Form& form) {
  return "-----" + std::string(word) + " " + std::string(form.label) + "-----";
}

std::string pem_of(const Form& form, std::string_view key) {
  const std::string der = std::string(form.before) + std::string(key);
  return rule("BEGIN", form) + "\n" + base64_of(der, Base64::plain, Padding::full) + "\n" +
         rule("END", form) + "\n";
}

/// The bytes of the first key of this kind in a text; nothing: there is none.
std::optional<std::string> key_in(std::string_view pem, const Form& form) {
  const std::string begin = rule("BEGIN", form);
  const std::size_t at = pem.find(begin);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = pem.substr(at + begin.size());
  const std::size_t end = rest.find(rule("END", form));
  if (end == std::string_view::npos) return std::nullopt;
  std::string body(rest.substr(0, end));
  std::erase_if(body, [](char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; });
  const auto der = from_base64(body);
  const bool fits =
      der && der->size() == form.before.size() + key_bytes && der->starts_with(form.before);
  return fits ? std::optional(der->substr(form.before.size())) : std::nullopt;
}

Key private_key(std::string_view pem) {
  const auto key = key_in(pem, private_form);
  if (!key) return nullptr;
  return Key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes_of(*key), key->size()));
}

Key public_key(std::string_view pem) {
  const auto key = key_in(pem, public_form);
  if (!key) return nullptr;
  return Key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(*key), key->size()));
}

}  // namespace

Result<std::string> make_key() {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  std::string bytes(key_bytes, '\0');
  std::size_t size = bytes.size();
  auto* place = reinterpret_cast<unsigned char*>(bytes.data());
  if (!key || EVP_PKEY_get_raw_private_key(key.get(), place, &size) != 1 || size != key_bytes)
    return Error{Fault::io, "a key could not be made"};
  return pem_of(private_form, bytes);
}

Result<std::string> public_key_of(std::string_view pem) {
  const Key key = private_key(pem);
  std::string bytes(key_bytes, '\0');
  std::size_t size = bytes.size();
  auto* place = reinterpret_cast<unsigned char*>(bytes.data());
  if (!key || EVP_PKEY_get_raw_public_key(key.get(), place, &size) != 1 || size != key_bytes)
    return unreadable();
  return pem_of(public_form, bytes);
}

Result<std::string> name_of(std::string_view pem) {
  const auto key = key_in(pem, public_form);
  if (!key) return unreadable();
  return digest_of(std::string(public_form.before) + *key).hex();
}

Result<std::string> sign(std::string_view pem, std::string_view message) {
  const Key key = private_key(pem);
  if (!key) return unreadable();
  const Context context(EVP_MD_CTX_new());
  unsigned char signature[64];
  std::size_t size = sizeof signature;
  const bool made =
      context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
      EVP_DigestSign(context.get(), signature, &size, bytes_of(message), message.size()) == 1;
  if (!made) return Error{Fault::io, "a signature could not be made"};
  return std::string(reinterpret_cast<const char*>(signature), size);
}

bool holds(std::string_view pem, std::string_view message, std::string_view signature) {
  const Key key = public_key(pem);
  const Context context(EVP_MD_CTX_new());
  return key && context &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(message),
                          message.size()) == 1;
}

}  // namespace assay::ed25519
