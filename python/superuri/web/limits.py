"""Limits of the page's server: each with its unit and its reason; docs/page.md lists them."""

#: Bytes of a body: a text that is typed or pasted. Longer ones are the command's.
MOST_BODY = 1 << 20
#: Bytes of a target, and of all header lines: the page's own need 300.
MOST_TARGET = 2048
MOST_HEADERS = 16 << 10
#: Bytes of an answer: what escaping makes of the longest body, and what JSON makes of that.
MOST_ANSWER = 8 << 20
#: The longest text whose characters are listed one by one, in characters; each row takes 85 bytes.
MOST_SHOWN = 1 << 16
#: Bytes of a body that is answered beside others; longer ones are worked on one at a time.
LIGHT_BODY = 16 << 10
#: How many long bodies may wait while another one is processed.
MOST_WAITING = 8
#: Bytes of memory that the process may take for a long body, beside what it takes for none.
MOST_MEMORY = 112 << 20
#: Requests that are worked on at one time.
MOST_REQUESTS = 32
#: Connections that have sent no whole request; of more, the one is closed that has waited longest.
MOST_SLOW = 128
#: Bytes of all bodies that have not come whole; of more, the oldest is refused.
MOST_HELD = 16 << 20
#: Bytes that are read and dropped after a refusal, so that a client that is still sending reads it.
MOST_DROPPED = 64 << 20
#: Seconds for a request's head to come, and as many for its body.
PATIENCE = 5.0
#: Seconds for an answer to be worked on, and as many for a long body to wait for others.
LABOUR = 20.0
#: Seconds that the process for long bodies is kept when none comes.
IDLE = 30.0
