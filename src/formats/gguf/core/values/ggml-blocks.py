"""
Writes ggml-blocks.json: what ggml itself computes from blocks of each of its types. `blocks.test.ts` reads it.

Usage: python3 ggml-blocks.py LIBRARY > ggml-blocks.json

LIBRARY is built from the sources of ggml 0.21.0 (commit d99724f2), without the contraction of a product and a sum, which
would round once instead of twice:

    gcc -O2 -ffp-contract=off -fPIC -shared -D_GNU_SOURCE -DGGML_VERSION='""' -DGGML_COMMIT='""' -Iinclude -Isrc \
      -o libggml.so src/ggml.c src/ggml-quants.c -x c++ src/ggml-threading.cpp -x none -lm -lstdc++ \
      -Wl,--defsym=ggml_backend_buffer_get_usage=0,--defsym=ggml_backend_tensor_memset=0,--defsym=ggml_backend_tensor_set=0

Of each type: `type`, its number; `halves`, where the float16 numbers of a block are;
`finite`, the SHA-256 of the values of RANDOM blocks, as little-endian float32; `odd`, of the same for each of ODD as
all scales of 8 of them, with each NaN as 0x7fc00000; `block`, one that ggml has quantized, and `values` of it, in
hexadecimal digits.
"""

import ctypes
import hashlib
import json
import sys

import numpy as np

RANDOM = 1024

# Infinity, -infinity, a quiet NaN, a signaling one, the least float16, and -0.
ODD = [0x7C00, 0xFC00, 0x7E00, 0x7D01, 0x0001, 0x8000]

# Name, number, elements and bytes of a block, places of its float16 numbers.
TYPES = [
    ("Q4_0", 2, 32, 18, [0]),
    ("Q4_1", 3, 32, 20, [0, 2]),
    ("Q5_0", 6, 32, 22, [0]),
    ("Q5_1", 7, 32, 24, [0, 2]),
    ("Q8_0", 8, 32, 34, [0]),
    ("Q2_K", 10, 256, 84, [80, 82]),
    ("Q3_K", 11, 256, 110, [108]),
    ("Q4_K", 12, 256, 144, [0, 2]),
    ("Q5_K", 13, 256, 176, [0, 2]),
    ("Q6_K", 14, 256, 210, [208]),
    ("Q8_K", 15, 256, 292, []),
    ("IQ2_XXS", 16, 256, 66, [0]),
    ("IQ2_XS", 17, 256, 74, [0]),
    ("IQ3_XXS", 18, 256, 98, [0]),
    ("IQ1_S", 19, 256, 50, [0]),
    ("IQ4_NL", 20, 32, 18, [0]),
    ("IQ3_S", 21, 256, 110, [0]),
    ("IQ2_S", 22, 256, 82, [0]),
    ("IQ4_XS", 23, 256, 136, [0]),
    ("IQ1_M", 29, 256, 56, []),
    ("TQ1_0", 34, 256, 54, [52]),
    ("TQ2_0", 35, 256, 66, [64]),
    ("MXFP4", 39, 32, 17, []),
    ("NVFP4", 40, 64, 36, []),
    ("Q1_0", 41, 128, 18, [0]),
    ("Q2_0", 42, 64, 18, [0]),
]


def random_blocks(name, size, halves):
    """Bytes of a linear congruential generator, in which no float is infinite or NaN."""
    state = sum(map(ord, name))
    data = bytearray()
    for _ in range(RANDOM * size):
        state = (state * 1103515245 + 12345) % 2**31
        data.append(state >> 16 & 255)
    tops = {"Q8_K": [3], "IQ1_M": [55]}.get(name, [half + 1 for half in halves])
    for top in tops:
        for at in range(top, len(data), size):
            data[at] &= 0xBF
    return bytes(data)


def with_scale(name, blocks, size, halves, scale):
    """The blocks with this float16 as each of their scales. IQ1_M has 4 bits of it in each of 4 numbers."""
    data = bytearray(blocks)
    for at in range(0, len(data), size):
        for half in halves:
            data[at + half : at + half + 2] = scale.to_bytes(2, "little")
        if name == "IQ1_M":
            for part in range(4):
                high = at + 49 + 2 * part
                data[high] = data[high] & 15 | (scale >> 4 * part & 15) << 4
    return bytes(data)


def dequantized(lib, name, blocks, elements, size):
    values = np.zeros(len(blocks) // size * elements, np.float32)
    dequantize = getattr(lib, f"dequantize_row_{name if name.endswith('_K') else name.lower()}".replace("Q", "q"))
    dequantize(blocks, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(len(values)))
    return values


def quantized(lib, name, number, elements, size):
    """A block of values around 0, as weights are."""
    values = np.random.default_rng(number).normal(0, 0.05, elements).astype(np.float32)
    weights = np.ones(elements, np.float32)
    out = ctypes.create_string_buffer(size)
    pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (values, weights)]
    if name == "Q8_K":
        lib.quantize_row_q8_K_ref(pointers[0], out, ctypes.c_int64(elements))
    else:
        long = ctypes.c_int64
        lib.ggml_quantize_chunk(number, pointers[0], out, long(0), long(1), long(elements), pointers[1])
    return out.raw


def sha256(values):
    return hashlib.sha256(values.astype("<f4").tobytes()).hexdigest()


def main():
    lib = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
    fixture = {}
    for name, number, elements, size, halves in TYPES:
        blocks = random_blocks(name, size, halves)
        facts = {"type": number, "halves": halves, "finite": sha256(dequantized(lib, name, blocks, elements, size))}
        if halves or name == "IQ1_M":
            odd = b"".join(with_scale(name, blocks[: 8 * size], size, halves, scale) for scale in ODD)
            values = dequantized(lib, name, odd, elements, size)
            values.view(np.uint32)[np.isnan(values)] = 0x7FC00000
            facts["odd"] = sha256(values)
        block = quantized(lib, name, number, elements, size)
        facts["block"] = block.hex()
        facts["values"] = dequantized(lib, name, block, elements, size).astype("<f4").tobytes().hex()
        fixture[name] = facts
    print(json.dumps(fixture, indent=2))


main()
