// SPDX-License-Identifier: MIT
#include "base/ed25519.h"

#include "base/digest.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

namespace assay::ed25519 {

namespace {

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(BIO* text) const { BIO_free_all(text); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Context = std::unique_ptr<EVP_MD_CTX, Free>;
using Text = std::unique_ptr<BIO, Free>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Error unreadable() { return {Fault::bad_input, "this is no Ed25519 key in PEM"}; }

Text text_of(std::string_view pem) {
  return Text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

std::string taken_from(BIO* text) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(text, &data);
  return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

Key checked(EVP_PKEY* key) {
  Key found(key);
  if (found && EVP_PKEY_id(found.get()) != EVP_PKEY_ED25519) found.reset();
  return found;
}

Key private_key(std::string_view pem) {
  const Text text = text_of(pem);
  return checked(PEM_read_bio_PrivateKey(text.get(), nullptr, nullptr, nullptr));
}

Key public_key(std::string_view pem) {
  const Text text = text_of(pem);
  return checked(PEM_read_bio_PUBKEY(text.get(), nullptr, nullptr, nullptr));
}

}  // namespace

Result<std::string> make_key() {
  const Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  const Text text(BIO_new(BIO_s_mem()));
  const bool made = key && text &&
                    PEM_write_bio_PKCS8PrivateKey(text.get(), key.get(), nullptr, nullptr, 0,
                                                  nullptr, nullptr) == 1;
  if (!made) return Error{Fault::io, "a key could not be made"};
  return taken_from(text.get());
}

Result<std::string> public_key_of(std::string_view pem) {
  const Key key = private_key(pem);
  const Text text(BIO_new(BIO_s_mem()));
  if (!key || !text || PEM_write_bio_PUBKEY(text.get(), key.get()) != 1) return unreadable();
  return taken_from(text.get());
}

Result<std::string> name_of(std::string_view pem) {
  const Key key = public_key(pem);
  if (!key) return unreadable();
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key.get(), &der);
  if (size <= 0) return unreadable();
  const std::string bytes(reinterpret_cast<const char*>(der), static_cast<std::size_t>(size));
  OPENSSL_free(der);
  return digest_of(bytes).hex();
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
