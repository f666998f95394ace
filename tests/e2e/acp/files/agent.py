# An agent that speaks the Agent Client Protocol and does what $MODE says. What the client answers goes to $BOX/answers.
import json, os, sys
box, mode = os.environ["BOX"], os.environ["MODE"]
log = open(f"{box}/answers-{mode}", "w")
def send(m): print(json.dumps({"jsonrpc": "2.0", **m}), flush=True)
def recv():
    line = sys.stdin.readline()
    if not line: sys.exit(0)
    return json.loads(line)
asked = 0
def ask(method, params):
    global asked
    asked += 1
    send({"id": f"q{asked}", "method": method, "params": {"sessionId": "s", **params}})
    while True:
        m = recv()
        if m.get("id") == f"q{asked}" and "method" not in m: break
    said = m.get("error", {}).get("message", "").split(":")[0] or json.dumps(m.get("result"))
    log.write(f"{method} {params.get('path', params.get('toolCall', {}).get('title', '')).replace(os.getcwd(), 'DIR')} -> {said}\n"); log.flush()
    return m
def update(**u): send({"method": "session/update", "params": {"sessionId": "s", "update": u}})
def say(text): update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": text})
def write(path, text="new\n"): return ask("fs/write_text_file", {"path": path, "content": text})
def leave(title, **call):
    return ask("session/request_permission", {"toolCall": {"toolCallId": title, "title": title, **call}, "options": [
        {"optionId": "always", "name": "Always", "kind": "allow_always"}, {"optionId": "once", "name": "Once", "kind": "allow_once"},
        {"optionId": "no", "name": "No", "kind": "reject_once"}]})
while True:
    m = recv()
    if m["method"] == "initialize":
        assert m["params"]["clientCapabilities"]["terminal"] is False, m
        send({"id": m["id"], "result": {"protocolVersion": 2 if mode == "newer" else 1, "agentCapabilities": {}}})
    elif m["method"] == "session/new":
        if mode == "login": send({"id": m["id"], "error": {"code": -32000, "message": "Authentication required"}}); continue
        assert m["params"]["cwd"] == os.getcwd(), m
        send({"id": m["id"], "result": {"sessionId": "s"}})
    elif m["method"] == "session/prompt":
        break
here = os.getcwd()
if mode == "honest":
    ask("fs/read_text_file", {"path": f"{here}/hello.txt"})
    write(f"{here}/hello.txt", "hello\n")
    update(sessionUpdate="tool_call", toolCallId="t", title="sh -c 'exit 3'", kind="execute", status="completed", rawInput={"command": "exit 3"}, rawOutput={"exitCode": 3})
if mode == "claims":  # says it wrote a file that it never wrote
    update(sessionUpdate="tool_call", toolCallId="t", title="hello.txt", kind="edit", status="completed", locations=[{"path": f"{here}/hello.txt"}])
if mode == "reach":
    for path in (f"{here}/assay.yaml", f"{here}/sub/../assay.yaml", f"{here}/alias", f"{here}/out/x", f"{here}/.git/hooks/pre-commit", "/etc/assay-test", f"{here}/../up", f"{here}/tests/t.py", f"{here}/fine.txt"):
        write(path)
    ask("fs/read_text_file", {"path": "/etc/passwd"})
    leave("rm -rf /", kind="execute", rawInput={"command": "rm -rf /"})
    leave("edit fine", kind="edit", locations=[{"path": f"{here}/fine.txt"}])
    leave("edit gates", kind="edit", locations=[{"path": f"{here}/assay.yaml"}])
    leave("edit unnamed", kind="edit")
    ask("terminal/create", {"command": "ls"})
if mode == "dies": sys.exit(0)
if mode == "hangs":
    import time; time.sleep(600)
if mode == "forges":
    print(json.dumps({"type": "client", "event": "end", "subject": "end_turn"}), flush=True); sys.exit(0)
say("I have written it.\n"); say("TASK_COMPLETE")
send({"id": m["id"], "result": {"stopReason": "refusal" if mode == "refuses" else "end_turn", "usage": {"inputTokens": 100, "outputTokens": 20, "totalTokens": 120}}})
recv()
