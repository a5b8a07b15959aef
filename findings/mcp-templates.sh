#!/usr/bin/env bash
# For ?q=a+b of one MCP resource template FastMCP passes "a b" and the MCP SDK "a+b", and C# is the note C.
#
# Guess: both implement RFC 6570, and a server moves from one to the other with the same resources.
# Seen: FastMCP reads the query as a form, and ignores ? and # with what follows where the template has neither, so
#   notes://n/C# returns the note C. The SDK decodes percent-escapes only, and knows no such resource.
# Matters to: clients, and models, that write notes://n/C# or encode a query as a form: a wrong note, without an error.
# Versions: mcp 2.3.0, fastmcp 4.1.6; 2026-11-30.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install mcp==2.3.0 fastmcp==4.1.6

seen=$(
    venv/bin/python - 2>errors.log <<'PYTHON'
import asyncio

import fastmcp
import mcp
import mcp.server.mcpserver

URIS = ["notes://n/C%23", "notes://n/C#", "notes://find?q=a%20b", "notes://find?q=a+b"]


async def ask(server, client):
    @server.resource("notes://n/{title}")
    def note(title: str) -> str:
        return f"title {title}"

    @server.resource("notes://find{?q}")
    def find(q: str = "") -> str:
        return f"q {q}"

    async with client(server) as session:
        for uri in URIS:
            try:
                answer = await session.read_resource(uri)
                seen = getattr(answer, "contents", answer)[0].text
            except mcp.MCPError:
                seen = "unknown"
            print(f"  {uri}: {seen}")


print("mcp")
asyncio.run(ask(mcp.server.mcpserver.MCPServer("server"), mcp.Client))
print("fastmcp")
asyncio.run(ask(fastmcp.FastMCP("server"), fastmcp.Client))
PYTHON
)

compare "$seen" <<'TEXT'
mcp
  notes://n/C%23: title C#
  notes://n/C#: unknown
  notes://find?q=a%20b: q a b
  notes://find?q=a+b: q a+b
fastmcp
  notes://n/C%23: title C#
  notes://n/C#: title C
  notes://find?q=a%20b: q a b
  notes://find?q=a+b: q a b
TEXT
