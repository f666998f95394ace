// SPDX-License-Identifier: MIT
#include "format/http/caller.h"

#include <doctest/doctest.h>

namespace assay::format::http {
namespace {

HttpHead head_with(const std::string& host, const std::string& origin = {}) {
  HttpHead head{"GET", "/", {{"Host", host}}};
  if (!origin.empty()) head.headers.emplace_back("Origin", origin);
  return head;
}

bool is_let_in(const HttpHead& head, Reach reach) {
  return !check_address(head, {8080, "t", reach, "desk"});
}

TEST_CASE(
    "caller: from the network addresses and the machine's own name lead here, no other name") {
  CHECK(is_let_in(head_with("192.168.1.7:8080"), Reach::network));
  CHECK(is_let_in(head_with("[fe80::1]:8080"), Reach::network));
  CHECK(is_let_in(head_with("DESK:8080"), Reach::network));
  CHECK(is_let_in(head_with("localhost:8080"), Reach::network));
  CHECK_FALSE(is_let_in(head_with("desk.evil.example.com:8080"), Reach::network));
  CHECK_FALSE(is_let_in(head_with("192.168.1.7.evil.example.com:8080"), Reach::network));
  CHECK_FALSE(is_let_in(head_with("192.168.1.7"), Reach::network));
  CHECK_FALSE(is_let_in(head_with("192.168.1.7:8080"), Reach::loopback));
  CHECK_FALSE(is_let_in(head_with("desk:8080"), Reach::loopback));
}

TEST_CASE("caller: a page from another address is none of ours") {
  CHECK(is_let_in(head_with("192.168.1.7:8080", "http://192.168.1.7:8080"), Reach::network));
  CHECK_FALSE(is_let_in(head_with("192.168.1.7:8080", "http://192.168.1.8:8080"), Reach::network));
  CHECK_FALSE(is_let_in(head_with("192.168.1.7:8080", "http://evil.example.com"), Reach::network));
  CHECK(is_let_in(head_with("localhost:8080", "http://127.0.0.1:8080"), Reach::loopback));
}

TEST_CASE("caller: the port that nobody says is meant where it is ours") {
  const HttpPlace usual{80, "t", Reach::loopback};
  CHECK_FALSE(check_address(head_with("127.0.0.1", "http://127.0.0.1"), usual));
  CHECK_FALSE(check_address(head_with("localhost:80"), usual));
  CHECK(check_address(head_with("evil.example.com"), usual));
  CHECK(check_address(head_with("127.0.0.1:8080"), usual));
  CHECK_FALSE(is_let_in(head_with("127.0.0.1"), Reach::loopback));
}

TEST_CASE("caller: a request with two ends is none") {
  HttpHead head = head_with("127.0.0.1:8080");
  head.headers.emplace_back("Content-Length", "2");
  CHECK(is_let_in(head, Reach::loopback));
  head.headers.emplace_back("content-length", "40");
  CHECK_FALSE(is_let_in(head, Reach::loopback));
  head.headers.back() = {"Transfer-Encoding", "chunked"};
  CHECK_FALSE(is_let_in(head, Reach::loopback));
}

TEST_CASE("caller: no browser gets to a file") {
  CHECK(is_let_in(head_with("localhost"), Reach::socket));
  CHECK_FALSE(is_let_in(head_with("localhost", "http://localhost"), Reach::socket));
  CHECK_FALSE(is_let_in(HttpHead{"GET", "/", {}}, Reach::socket));
}

}  // namespace
}  // namespace assay::format::http
