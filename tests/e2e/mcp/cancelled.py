import json
import subprocess
import time

from client import Http, Stdio


def ended(run):
    """How a run ended, as somebody else sees it."""
    for _ in range(200):
        runs = json.loads(subprocess.run(["assay", "runs", "--format", "json"], capture_output=True, text=True).stdout)
        status = next(each["status"] for each in runs if each["run_id"] == run)
        if status != "running":
            return status
        time.sleep(0.1)
    return "still running"


client = Stdio()
client.shake_hands()
run = client.call("verify_start")["run_id"]
waiting = client.begin("tools/call", {"name": "verify_wait", "arguments": {"run_id": run}, "_meta": {"progressToken": "t"}})
while not client.told:
    client.heard(client.begin("ping"))
    time.sleep(0.1)
print(client.told[0]["method"], client.told[0]["params"]["progressToken"], "of", client.told[0]["params"]["total"])
client.send({"method": "notifications/cancelled", "params": {"requestId": waiting, "reason": "enough"}})
print("run", ended(run))
client.ask("ping")
print("answered" if waiting in client.answers else "no answer to what was cancelled")
print("exit", client.finish())

server = Http()
_, begun = server.stateless("tools/call", {"name": "verify_start"})
run = begun["result"]["structuredContent"]["run_id"]
body = json.dumps({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {
    "name": "verify_wait", "arguments": {"run_id": run},
    "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}, "progressToken": 1}}}).encode()
connection = server.request(body=body, keep=True, headers={"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "verify_wait"})
stream = connection.getresponse()
print("HTTP, stateless:", stream.getheader("Content-Type"), stream.readline().decode().strip())
stream.close()
connection.close()
print("closed: run", ended(run))
print("exit", server.finish())
