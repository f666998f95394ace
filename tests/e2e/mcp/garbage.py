import json

from client import Stdio

client = Stdio()
for line in (b"garbage\n", b"\n", b"\xff\xfe\n", b"{\n", b"[]\n", b"7\n", b'{"jsonrpc":"2.0","id":null,"method":"ping"}\n', b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n',
             b'{"jsonrpc":"2.0","id":"early","method":"tools/list"}\n', b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', b"[" * 100000 + b"\n"):
    client.raw(line)
client.raw(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"x" * (100 << 20) + b'"}}\n')
client.send({"id": "end", "method": "ping"})
while True:
    message = client.next()
    if message.get("id") == "end":
        break
    print(message["error"]["code"], message["id"], message["error"]["message"][:60])
peak = int(next(line.split()[1] for line in open(f"/proc/{client.process.pid}/status") if line.startswith("VmHWM")))
print("memory stays small" if peak < 64 << 10 else f"{peak} KiB")

client.shake_hands("2025-03-26")
client.send({"id": 50, "method": "prompts/list"})
print(client.heard(50)["error"])
client.raw(json.dumps([{"jsonrpc": "2.0", "id": 60, "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/x"},
                       {"jsonrpc": "2.0", "id": 61, "method": "tools/call", "params": {"name": "runs"}}]).encode() + b"\n")
batch = client.next()
print("batch", sorted(each["id"] for each in batch))

# Many at a time, and the same id twice.
ids = [client.begin("tools/call", {"name": "status"}) for _ in range(50)]
print("answered", len({client.heard(each)["result"]["isError"] for each in ids}), len(ids))
# A line without an end is a line, too.
client.raw(b'{"jsonrpc":"2.0","id":"last","method":"ping"}')
client.process.stdin.close()
print(client.heard("last")["result"], "exit", client.process.wait(20))
