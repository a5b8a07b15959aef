"""Bit for bit like the others: each module is what one implementation does, faults and all.

``urllib``, ``ecmascript``, ``python2``, ``browsers`` and ``dialects`` are rooms of their own:
import the one that you need. For new work use ``superuri.encode``, ``decode`` and ``clean``.
"""
