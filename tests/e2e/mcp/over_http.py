import json
import socket
import time

from client import Http

server = Http()


def status(answer_and_body):
    return answer_and_body[0].status


hello = {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "e", "version": "1"}}}
print("no token", status(server.post(hello, {"Authorization": None})), "wrong", status(server.post(hello, {"Authorization": "Bearer x"})))
print("Host", status(server.post(hello, {"Host": "evil.example.com"})), "Origin", status(server.post(hello, {"Origin": "http://evil.example.com"})))
print("GET", server.request("GET")[0].status, "path", server.request(path="/")[0].status, "type", status(server.post(hello, {"Content-Type": "text/plain"})))
print("garbage", server.request(body=b"garbage")[0].status, "5 MiB", end=" ")
try:
    print("refused" if server.request(body=b"x" * (5 << 20))[0].status >= 400 else "taken")
except OSError:
    print("refused")

answer, said = server.post(hello)
session = {"Mcp-Session-Id": answer.getheader("Mcp-Session-Id"), "MCP-Protocol-Version": "2025-11-25"}
print("handshake", answer.status, said["result"]["protocolVersion"], len(session["Mcp-Session-Id"]))
print("initialized", status(server.post({"method": "notifications/initialized"}, session)))
print("tools", len(server.post({"id": 2, "method": "tools/list"}, session)[1]["result"]["tools"]))
print("no session", status(server.post({"id": 2, "method": "tools/list"})), "unknown", status(server.post({"id": 2, "method": "tools/list"}, {"Mcp-Session-Id": "x"})))
print("unknown method", status(server.post({"id": 3, "method": "none"}, session)))
print("ended", server.request("DELETE", headers=session)[0].status, status(server.post({"id": 4, "method": "ping"}, session)))

answer, found = server.stateless("server/discover", ident="d")
print("discover", answer.status, found["id"], found["result"]["supportedVersions"][0], found["result"]["resultType"])
print("unknown method", status(server.stateless("none")), "mismatch", server.stateless("tools/list", headers={"Mcp-Method": "x"})[1]["error"]["code"])
old = server.stateless("tools/list", meta={"io.modelcontextprotocol/protocolVersion": "1900-01-01"}, headers={"MCP-Protocol-Version": "1900-01-01"})
print("version", old[0].status, old[1]["error"]["code"])
begun = server.stateless("tools/call", {"name": "verify_start", "arguments": {}})[1]["result"]["structuredContent"]
answer, stream = server.stateless("tools/call", {"name": "verify_wait", "arguments": {"run_id": begun["run_id"]}}, meta={"progressToken": "p"})
print("wait", answer.getheader("Content-Type"), stream[0]["method"], stream[-1]["result"]["structuredContent"]["result"]["overall_status"])
print("read", server.stateless("resources/read", {"uri": "assay://runs/" + begun["run_id"]})[1]["result"]["contents"][0]["mimeType"])

# Two hundred that say nothing hold nobody up.
idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
for each in idle:
    each.sendall(b"POST /mcp HTTP/1.1\r\nHost:")
started = time.monotonic()
print("meanwhile", status(server.stateless("server/discover")), "at once" if time.monotonic() - started < 3 else "late")
for each in idle:
    each.close()
print("exit", server.finish())
