"""Runs OpenSpiel's C++ alpha-beta: `search.py LIBRARY DEPTH` prints nodes, value and seconds."""

import ctypes
import os
import sys

# The names inside pyspiel must be visible to the library that is linked with it.
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
import pyspiel  # noqa: E402, F401

library = ctypes.CDLL(sys.argv[1])
library.poda_search.restype = ctypes.c_int64
value, seconds = ctypes.c_double(), ctypes.c_double()
nodes = library.poda_search(int(sys.argv[2]), ctypes.byref(value), ctypes.byref(seconds))
print(nodes, round(value.value), seconds.value)
