from client import Stdio, wait_for_end

for version in ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"):
    client = Stdio()
    result = client.shake_hands(version)
    tools = client.ask("tools/list")["result"]["tools"]
    print(result["protocolVersion"], len(tools), "tools,", "with" if "outputSchema" in tools[0] else "without", "output schemas; exit", client.finish())

client = Stdio()
client.shake_hands()
print([tool["name"] for tool in client.ask("tools/list")["result"]["tools"]])
print("status", client.call("status")["state"])
begun = client.call("verify_start", run_id="first")
print("started", begun["started"], begun["run_id"])
seen, _ = wait_for_end(client, "first")
print("ended", seen["result"]["overall_status"], seen["commands_done"], "of", seen["commands_total"])
print("status", client.call("status")["state"])
print("the same name again", client.call("verify_start", run_id="first"))

open("broken", "w").close()
print("status", client.call("status")["state"])
seen, _ = wait_for_end(client, client.call("verify_start")["run_id"])
print("ended", seen["result"]["overall_status"], seen["result"]["failed_required_ids"], seen["result"]["not_passed"][0]["lines"])
print("logs", [(log["id"], log["text"]) for log in client.call("logs")["logs"]])
print("explain", client.call("explain")["verdict"].splitlines()[0])
print("runs", [(run["machine"], run["status"]) for run in client.call("runs")["runs"]])
print("tests", client.call("tests")["remembered"])
print("only", wait_for_end(client, client.call("verify_start", only=["quick"])["run_id"])[0]["result"]["overall_status"])
print("refused:", client.call("verify_start", only=["none"]))
print("refused:", client.call("verify_start", manifest={"commands": []}))
print("refused:", client.call("goals_check", phase_dir="../x"))
print("refused:", client.call("goals_check", phase_dir="none"))
print("refused:", client.call("loop_status", spec_dir="none"))
print("refused:", client.call("pipeline_status"))
print("refused:", client.call("prove", job="prove-none"))
print("resources", [item["uri"] for item in client.ask("resources/list")["result"]["resources"]][-7:])
import os
os.remove("broken")
proof = client.call("prove", base="HEAD", seconds=30)
print("prove", proof["state"], proof.get("result", {}).get("verdict"))

# Requests before the end are answered, waits end with the server.
late = client.begin("tools/call", {"name": "status"})
print("exit", client.finish())
print("answered", client.heard(late)["result"]["structuredContent"]["state"])
