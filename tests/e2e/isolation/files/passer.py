"""A careless program outside: gives a folder to whoever asks, over an abstract socket.
usage: passer.py NAME FOLDER"""
import os
import socket
import sys

line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
line.bind("\0" + sys.argv[1])
line.listen()
while True:
    caller, _ = line.accept()
    if os.path.isdir(sys.argv[2]):
        socket.send_fds(caller, [b"x"], [os.open(sys.argv[2], os.O_RDONLY)])
    caller.close()
