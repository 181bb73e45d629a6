"""
Writes what ggml makes of two matrices, for `storage-error.ts` and `twins.test.ts`.

Usage: python3 ggml-twins.py LIBRARY FOLDER

LIBRARY is built as `ggml-blocks.py` says. Writes to FOLDER `ggml-twins.bin`, the bytes of the quantized matrices one after
another, and `ggml-twins.json`: of each, its name, its type, its bytes and the relative RMSE that ggml's own values have
against what was quantized. Prints the relative RMSE of a million normally distributed numbers for each type.

The matrices are those of `original` in the test, with their rows as llama.cpp's converter orders them: those of each head's
two halves in turns.
"""

import ctypes
import json
import os
import sys

import numpy as np

# Name, rows, heads. All have COLUMNS columns.
MATRICES = [("attn_q", 256, 4), ("attn_k", 64, 2)]
COLUMNS = 256

# Name, number, elements and bytes of a block. All that ggml quantizes.
TYPES = [
    ("Q4_0", 2, 32, 18), ("Q4_1", 3, 32, 20), ("Q5_0", 6, 32, 22), ("Q5_1", 7, 32, 24), ("Q8_0", 8, 32, 34),
    ("Q2_K", 10, 256, 84), ("Q3_K", 11, 256, 110), ("Q4_K", 12, 256, 144), ("Q5_K", 13, 256, 176),
    ("Q6_K", 14, 256, 210), ("IQ2_XXS", 16, 256, 66), ("IQ2_XS", 17, 256, 74), ("IQ3_XXS", 18, 256, 98),
    ("IQ1_S", 19, 256, 50), ("IQ4_NL", 20, 32, 18), ("IQ3_S", 21, 256, 110), ("IQ2_S", 22, 256, 82),
    ("IQ4_XS", 23, 256, 136), ("IQ1_M", 29, 256, 56), ("TQ1_0", 34, 256, 54), ("TQ2_0", 35, 256, 66),
    ("MXFP4", 39, 32, 17), ("NVFP4", 40, 64, 36), ("Q1_0", 41, 128, 18), ("Q2_0", 42, 64, 18),
]


def original(rows, seed):
    """Numbers that float16 has exactly, about normally distributed; the rows are of different sizes."""
    state = seed
    values = np.zeros(rows * COLUMNS, np.float32)
    for at in range(len(values)):
        total = 0
        for _ in range(4):
            state = (state * 1103515245 + 12345) % 2**31
            total += state >> 16 & 255
        values[at] = (total - 510) / 4096 * 2 ** (at // COLUMNS % 3)
    return values.reshape(rows, COLUMNS)


def interleaved(values, heads):
    return values.reshape(heads, 2, len(values) // heads // 2, -1).swapaxes(1, 2).reshape(values.shape)


def quantized(lib, number, elements, size, values):
    """The bytes of a matrix, and the values that ggml computes of them."""
    values = np.ascontiguousarray(values, np.float32)
    rows, columns = values.shape
    weights = np.ones(columns, np.float32)
    out = ctypes.create_string_buffer(values.size // elements * size)
    pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (values, weights)]
    long = ctypes.c_int64
    lib.ggml_quantize_chunk(number, pointers[0], out, long(0), long(rows), long(columns), pointers[1])
    return out.raw


def dequantized(lib, name, data, count):
    values = np.zeros(count, np.float32)
    dequantize = getattr(lib, f"dequantize_row_{name if name.endswith('_K') else name.lower()}".replace("Q", "q"))
    dequantize(data, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(count))
    return values


def relative_rmse(found, expected):
    found, expected = found.astype(np.float64).ravel(), expected.astype(np.float64).ravel()
    return float(np.sqrt(np.mean((found - expected) ** 2) / np.mean(expected**2)))


def main():
    lib = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
    twins = []
    with open(os.path.join(sys.argv[2], "ggml-twins.bin"), "wb") as file:
        for name, number, elements, size in TYPES:
            if name not in ("Q4_K", "Q8_0"):
                continue
            for seed, (matrix, rows, heads) in enumerate(MATRICES, 1):
                values = interleaved(original(rows, seed), heads)
                data = quantized(lib, number, elements, size, values)
                error = relative_rmse(dequantized(lib, name, data, values.size), values)
                twins.append({"name": matrix, "type": name, "bytes": len(data), "relativeRmse": error})
                file.write(data)
    with open(os.path.join(sys.argv[2], "ggml-twins.json"), "w") as file:
        json.dump(twins, file, indent=2)
        file.write("\n")
    values = np.random.default_rng(0).normal(0, 0.05, (256, 4096))
    for name, number, elements, size in TYPES:
        data = quantized(lib, number, elements, size, values)
        found = dequantized(lib, name, data, values.size)
        print(f"['{name}', {relative_rmse(found, values.astype(np.float32)):.3g}],", flush=True)


main()
