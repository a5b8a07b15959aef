"""Limits of the page's server: each with its unit and its reason; docs/page.md lists them."""

#: Bytes of a body: a text that is typed or pasted. The command takes longer ones.
MOST_BODY = 1 << 20
#: Bytes of a target, and of all header lines: the page's own requests need 300.
MOST_TARGET = 2048
MOST_HEADERS = 16 << 10
#: Bytes of an answer: the longest body, escaped and as JSON.
MOST_ANSWER = 8 << 20
#: The longest text whose characters are listed one by one, in characters; each row takes 85 bytes.
MOST_SHOWN = 1 << 16
#: Bytes of a body that is answered in parallel; longer ones are processed one at a time.
SHORT_BODY = 16 << 10
#: Long bodies in the queue.
MOST_WAITING = 8
#: Bytes of memory of the process for a long body, above what it needs for an empty one.
MOST_MEMORY = 112 << 20
#: Short requests processed at one time.
MOST_REQUESTS = 32
#: Connections without a complete request; beyond it, the oldest is closed.
MOST_SLOW = 128
#: Bytes of all incomplete bodies together; beyond it, the oldest is refused.
MOST_HELD = 16 << 20
#: Bytes read and dropped after a refusal, so that a client that is still sending receives it.
MOST_DROPPED = 64 << 20
#: Seconds to receive the head of a request, and as many for its body.
READ_TIMEOUT = 5.0
#: Seconds to process a request, and as many for a long body in the queue.
WORK_TIMEOUT = 20.0
#: Seconds until the process for long bodies ends if none comes.
IDLE_TIMEOUT = 30.0
