# SPDX-License-Identifier: MIT
"""What the tests of a shared ledger have in common: a server, machines with one workspace each, and a wire that breaks."""
import json
import os
import random
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
KEYS = ("command_id", "status", "exit_code", "gate_effective", "tests_executed", "ineffective_reason")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


# Of one fault after the other: little memory, little to write ahead, and in memory where that is a file system.
LIGHT = "shared_buffers = 8MB\nmin_wal_size = 2MB\nmax_wal_size = 16MB\nautovacuum = off\nmax_wal_senders = 0\nwal_level = minimal\n"


class Server:
    """PostgreSQL below a folder. `small`: its disk has so many MiB and can be filled up. `light`: it costs little."""

    def __init__(self, small=0, listen="127.0.0.1", allow="", light=False):
        memory = "/dev/shm" if light and os.path.isdir("/dev/shm") else None
        self.dir = tempfile.mkdtemp(prefix="assay-pg-", dir=memory)
        os.chmod(self.dir, 0o755)
        self.port = free_port()
        self.small = small
        env = dict(os.environ, LISTEN=listen, ALLOW=allow)
        if light:
            env.update(SETTINGS=LIGHT, INITDB="--wal-segsize=1")
        if small:
            os.makedirs(self.dir + "/data")
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={small}m", "tmpfs", self.dir + "/data"], check=True)
            env.setdefault("SETTINGS", "min_wal_size = 32MB\nmax_wal_size = 32MB\n")
        self.url = subprocess.run([HERE + "/server", "make", self.dir, str(self.port)], check=True, env=env,
                                  stdout=subprocess.PIPE, text=True).stdout.strip()

    def do(self, what, **env):
        return subprocess.run([HERE + "/server", what, self.dir], env=dict(os.environ, **env),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def sql(self, text):
        return subprocess.run(["psql", "-qAtX", self.url, "-c", text], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def sql_in(self, url, text):
        done = subprocess.run(["psql", "-qAtX", url, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout.strip()

    def dump(self, url):
        """Everything in a database as text, contents of logs among it."""
        url = url.replace("locked@", "tester@")
        text = subprocess.run(["/usr/lib/postgresql/15/bin/pg_dump", "--inserts", url], check=True, stdout=subprocess.PIPE, text=True).stdout
        for found in re.findall(r"\\x([0-9a-f]{8,})", text):
            text += bytes.fromhex(found[: len(found) // 2 * 2]).decode(errors="replace")
        return text

    def database(self):
        """A database of its own."""
        name = f"t{random.getrandbits(48):x}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url.rsplit("/", 1)[0] + "/" + name

    def forget(self, url):
        self.sql(f"DROP DATABASE IF EXISTS {url.rsplit('/', 1)[1]} WITH (FORCE)")

    def fill_up(self):
        subprocess.run(["dd", "if=/dev/zero", f"of={self.dir}/data/filler", "bs=1M"], stderr=subprocess.DEVNULL)

    def make_room(self):
        os.unlink(self.dir + "/data/filler")
        self.do("start")  # it may have given up

    def close(self):
        self.do("drop")
        if self.small:
            subprocess.run(["umount", "-l", self.dir + "/data"])
        shutil.rmtree(self.dir, ignore_errors=True)


class Wire:
    """Passes bytes on to the server, and breaks at the nth piece that a client sends: before it, in the middle of it, or
    right after it, when nobody can know any more what became of it."""

    def __init__(self, port):
        self.to = port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.pieces = 0
        self.breaks = []  # (at which piece, how)
        self.broken = 0
        self.guard = threading.Lock()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                client.close()
                continue
            for a, b, counted in ((client, server, True), (server, client, False)):
                threading.Thread(target=self.pump, args=(a, b, counted), daemon=True).start()

    def pump(self, a, b, counted):
        try:
            while piece := a.recv(65536):
                how = None
                if counted:
                    with self.guard:
                        self.pieces += 1
                        if self.breaks and self.breaks[0][0] <= self.pieces:
                            how = self.breaks.pop(0)[1]
                            self.broken += 1
                if how == "before":
                    break
                if how == "middle":
                    b.sendall(piece[: len(piece) // 2])
                    break
                b.sendall(piece)
                if how == "after":
                    break
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            s.close()

    def close(self):
        self.listening.close()


class Machine:
    """A workspace, a state directory and a user of their own. `within`: what commands are started by, for another host."""

    def __init__(self, assay, url, root=None, gates=8, within=(), pace=0.12, plain=False):
        self.assay = assay
        self.url = url
        self.within = list(within)
        self.root = root or tempfile.mkdtemp(prefix="assay-team-")
        self.home = tempfile.mkdtemp(prefix="assay-home-")
        self.work = self.root + "/work"
        self.ran = self.work + "/out/ran"
        self.lease = 3
        self.manifest = self.root + "/manifest.json"
        if root:
            return
        os.makedirs(self.work + "/out")
        with open(self.work + "/.gitignore", "w") as f:
            f.write("out/\n")
        with open(self.work + "/test_unit.py", "w") as f:
            f.write("import os, time, unittest\n\n\nclass Unit(unittest.TestCase):\n    def test_it(self):\n"
                    "        time.sleep(float(os.environ['PACE']))\n"
                    "        with open('out/ran', 'a') as f:\n"
                    "            f.write(os.environ['ASSAY_RUN_ID'] + ' ' + os.environ['UNIT'] + '\\n')\n")
        subprocess.run(["git", "init", "-q", self.work], check=True)
        commands = [{"id": f"unit-{i}", "gate_type": "test", "stage": i // 4, "parallel_safe": True,
                     "command": f"PACE={pace * (1 + i % 3):.2f} UNIT=unit-{i} python3 -B -m unittest -v test_unit"}
                    for i in range(gates)]
        if plain:  # starting Python is most of what such a gate costs
            with open(self.work + "/gate.sh", "w") as f:
                f.write('sleep "$1" && echo "$ASSAY_RUN_ID" "$2" >>out/ran\n')
            for i, each in enumerate(commands):
                each.update(gate_type="custom", command=f"sh gate.sh {pace * (1 + i % 3):.2f} unit-{i}")
        commands.append({"id": "failing", "command": "echo broken; exit 3", "stage": 1, "parallel_safe": True})
        with open(self.manifest, "w") as f:
            json.dump({"commands": commands}, f)

    def env(self, **more):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("ASSAY", "XDG", "PG"))}
        env.update(HOME=self.home, ASSAY_STORE=self.url, ASSAY_LEASE_SECONDS=str(self.lease), **more)
        return env

    def trust(self, names):
        os.makedirs(self.home + "/.config/assay", exist_ok=True)
        with open(self.home + "/.config/assay/config.yaml", "w") as f:
            f.write("version: 1\nteam_keys: [" + ", ".join(names) + "]\n")

    def argv(self, *words):
        return [*self.within, self.assay, "-C", self.work, "--quiet", *words]

    def run(self, *words, url=None, **more):
        env = self.env(**more)
        if url is not None:
            env["ASSAY_STORE"] = url
        return subprocess.run(self.argv(*words), env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)

    def start(self, *words, url=None, **more):
        env = self.env(**more)
        if url is not None:
            env["ASSAY_STORE"] = url
        return subprocess.Popen(self.argv(*words), env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def verify(self, run, **more):
        return self.start("verify", "--format", "json", "--run-id", run, "--manifest", self.manifest, **more)

    def key(self):
        found = json.loads(self.run("key", "show", "--format", "json").stdout)
        return found["keys"][0]["key_id"]

    def times_ran(self, run):
        """How often each gate of a run came to its end."""
        count = {}
        if os.path.exists(self.ran):
            for line in open(self.ran):
                who, gate = line.split()
                if who == run:
                    count[gate] = count.get(gate, 0) + 1
        return count

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.rmtree(self.home, ignore_errors=True)


def rows(text):
    data = json.loads(text)
    return data["overall_status"], [tuple(r[k] for k in KEYS) for r in data["results"]]


def kill_tree(process):
    """The coordinator behind `unshare` too, at once."""
    children = subprocess.run(["pgrep", "-P", str(process.pid)], stdout=subprocess.PIPE, text=True).stdout.split()
    for pid in [*children, str(process.pid)]:
        try:
            os.kill(int(pid), 9)
        except ProcessLookupError:
            pass
    process.wait()


def pause(seconds):
    time.sleep(seconds)
