# A server of its own, and questions to it.
import http.client, json, os, re, socket, subprocess, threading, time

class Server:
    def __init__(self, *flags):
        self.process = subprocess.Popen(["assay", "--format", "json", "web", *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        told = json.loads(self.process.stdout.readline())
        self.token = told["token"]
        self.socket = told.get("socket")
        self.url = told.get("url", "")
        self.port = int(re.search(r":(\d+)/", self.url)[1]) if self.url else 0

    def connection(self):
        if not self.socket:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection = http.client.HTTPConnection("localhost", timeout=20)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(self.socket)
        return connection

    def ask(self, path, body=None, token=None, headers=None, method=None, root="/api/v1"):
        given = {"Authorization": "Bearer " + (self.token if token is None else token)}
        if body is not None:
            given["Content-Type"] = "application/json"
        given.update(headers or {})
        connection = self.connection()
        connection.request(method or ("GET" if body is None else "POST"), root + path, None if body is None else json.dumps(body), {k: v for k, v in given.items() if v})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer, data

    def get(self, path, **more):
        answer, data = self.ask(path, **more)
        assert answer.status == 200, (path, answer.status, data[:300])
        return json.loads(data.decode("utf-8"))

    def status(self, path, **more):
        answer, data = self.ask(path, **more)
        code = ""
        if answer.getheader("Content-Type", "").startswith("application/json") and answer.status >= 400:
            code = " " + json.loads(data)["problems"][0]["code"]
        return f"{answer.status}{code}"

    def stream(self, path, last=None, until="over", longest=30, run=None):
        """Events as (name, id, data) until one of that name (and run), or the end."""
        connection = self.connection()
        headers = {"Authorization": "Bearer " + self.token, "Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        connection.request("GET", "/api/v1" + path, None, headers)
        answer = connection.getresponse()
        assert answer.status == 200, answer.status
        events, name, number, end = [], None, None, time.time() + longest
        while time.time() < end:
            line = answer.readline().decode("utf-8")
            if not line:
                break
            if line.startswith("event: "): name = line[7:].strip()
            elif line.startswith("id: "): number = int(line[4:])
            elif line.startswith("data: "): events.append((name, number, json.loads(line[6:])))
            elif line == "\n" and name:
                if name == until and run in (None, events[-1][2].get("run_id")): break
                name = number = None
        connection.close()
        return events

    def end(self):
        self.process.terminate()
        return self.process.wait(timeout=20)


def fits(value, schema, all_schemas, at="$"):
    """What of a JSON Schema the document uses; what does not fit is told."""
    if "$ref" in schema:
        return fits(value, all_schemas[schema["$ref"].split("/")[-1]], all_schemas, at)
    if "anyOf" in schema:
        wrong = [fits(value, each, all_schemas, at) for each in schema["anyOf"]]
        return [] if any(not each for each in wrong) else wrong[0]
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "null": type(None), "number": (int, float)}
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (kind == "integer" and isinstance(value, bool))):
        return [f"{at}: {value!r} is no {kind}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value!r} is none of {schema['enum']}"]
    if "minimum" in schema and value < schema["minimum"]:
        return [f"{at}: {value!r} is less than {schema['minimum']}"]
    wrong = []
    if kind == "object":
        wrong += [f"{at}: lacks {name}" for name in schema.get("required", []) if name not in value]
        if schema.get("additionalProperties") is False:
            wrong += [f"{at}: has {name}" for name in value if name not in schema["properties"]]
        for name, inner in value.items():
            if name in schema.get("properties", {}):
                wrong += fits(inner, schema["properties"][name], all_schemas, f"{at}.{name}")
    if kind == "array":
        for i, inner in enumerate(value):
            wrong += fits(inner, schema["items"], all_schemas, f"{at}[{i}]")
    return wrong
