"""`%uXXXX` escapes, written and read.

No URI standard has them. JavaScript's ``escape``, Internet Explorer and classic ASP write
them, one for each UTF-16 code unit, next to ordinary escapes; no other function here reads them.

>>> from superuri import percent_u
>>> percent_u.decode("%u5317%u4EAC%20caf%C3%A9")
'北京 café'
"""

from superuri._core import percent_u_decode as decode
from superuri._core import percent_u_encode as encode

__all__ = ["decode", "encode"]
