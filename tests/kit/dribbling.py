"""Slow clients of the web page's server."""

import socket

from kit import web


def dribbling(server, many=50):
    """Open clients that send nothing, or a head or body without its end."""
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    kind = "Content-Type: application/json\r\n"
    path = server.path
    starts = (
        b"",
        b"GET / HT",
        f"GET {path} HTTP/1.1\r\n{host}X: ".encode(),
        f"POST {path}api/clean HTTP/1.1\r\n{host}{kind}Content-Length: 100\r\n\r\n{{".encode(),
        f"GET {path} HTTP/1.1\r\n{host}\r\nGET {path} HTTP/1.1\r\n{host}X".encode(),
    )
    links = [socket.create_connection((web.HOST, server.port)) for _ in range(many)]
    for n, link in enumerate(links):
        link.sendall(starts[n % len(starts)])
    return links


def left(link, word=b""):
    """Send the word, and return whether the server has closed the connection."""
    try:
        link.sendall(word)
        link.setblocking(False)
        while link.recv(1 << 20):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        link.setblocking(True)
    return True
