# SPDX-License-Identifier: MIT
"""A client of `assay mcp`, over standard input and output or HTTP. Knows no more of the protocol than it says."""
import atexit
import http.client
import json
import queue
import subprocess
import threading


class Stdio:
    """One server process; answers by id, everything else in `told`."""

    def __init__(self, *words):
        self.process = subprocess.Popen(["assay", "mcp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.answers, self.told, self.last = {}, [], 0
        self.news = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.news.put(json.loads(line))
        self.news.put(None)

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def next(self, seconds=60):
        return self.news.get(timeout=seconds)

    def heard(self, wanted, seconds=60):
        """The answer to a request; what comes before it is kept."""
        while wanted not in self.answers:
            message = self.next(seconds)
            if message is None:
                raise EOFError
            if isinstance(message, list):
                self.told.append(message)
            elif "method" in message:
                self.told.append(message)
            else:
                self.answers[message.get("id")] = message
        return self.answers.pop(wanted)

    def begin(self, method, params=None):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params or {}})
        return self.last

    def ask(self, method, params=None, seconds=60):
        return self.heard(self.begin(method, params), seconds)

    def shake_hands(self, version="2025-11-25"):
        answer = self.ask("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "e2e", "version": "1"}})
        self.send({"method": "notifications/initialized"})
        return answer["result"]

    def call(self, tool, patience=60, **arguments):
        """What a tool says, checked to be the same as text; a refusal as a string."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments}, patience)["result"]
        text = result["content"][0]["text"]
        if result["isError"]:
            return text
        if "structuredContent" in result:
            assert json.loads(text) == result["structuredContent"]
        return json.loads(text)

    def finish(self):
        self.process.stdin.close()
        return self.process.wait(20)


def wait_for_end(client, run_id, seconds=5):
    """Polls as an agent does whose calls may last a few seconds only."""
    calls = 0
    while True:
        calls += 1
        seen = client.call("verify_wait", run_id=run_id, seconds=seconds)
        if seen["state"] != "running":
            return seen, calls


STATELESS = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


class Http:
    def __init__(self):
        self.process = subprocess.Popen(["assay", "mcp", "--http", "127.0.0.1:0", "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        atexit.register(self.process.kill)  # also where the test fails
        said = json.loads(self.process.stdout.readline())
        self.token = said["token"]
        self.port = int(said["url"].split(":")[2].split("/")[0])

    def request(self, method="POST", path="/mcp", body=b"", headers=None, keep=False):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        sent.update(headers or {})
        connection.putrequest(method, path, skip_host="Host" in sent, skip_accept_encoding=True)
        for name, value in {**sent, "Content-Length": str(len(body))}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(body)
        if keep:
            return connection
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    def post(self, message, headers=None):
        answer, text = self.request(body=json.dumps({"jsonrpc": "2.0", **message}).encode(), headers=headers)
        if answer.getheader("Content-Type") == "text/event-stream":
            return answer, [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
        return answer, json.loads(text) if text else None

    def stateless(self, method, params=None, ident=1, headers=None, meta=None):
        params = {**(params or {}), "_meta": {**STATELESS, **(meta or {})}}
        named = {"Mcp-Name": params.get("name") or params.get("uri")} if "name" in params or "uri" in params else {}
        return self.post({"id": ident, "method": method, "params": params},
                         {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, **named, **(headers or {})})

    def finish(self):
        self.process.terminate()
        return self.process.wait(20)
