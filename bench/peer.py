"""The peers in Python: what a reader would write with the standard library, and `zstandard` for entries that need it.

peer.py open FILE     reads the directory of a zip
peer.py tar FILE      reads the headers of a tar
peer.py verify FILE   reads a carton's files one by one and compares their SHA-256 with MANIFEST
peer.py header FILE   reads the header of a safetensors file
peer.py statistics FILE
                      statistics of the first tensor of a safetensors file, which is of bfloat16, by NumPy
peer.py float-statistics FILE
                      the same of float32, with a histogram, one whole array after the other
peer.py block-statistics FILE
                      the same of the Q4_K blocks that a GGUF file ends with
peer.py scan FILE     the same of every tensor of a safetensors file, which are of float32, over a memory map
peer.py compare FILE  compares the two tensors of a safetensors file, which are of float32 and as long, by NumPy
peer.py compare-files FILE OTHER
                      the same of the first tensors of two files, 128 MiB at a time

Prints JSON. `seconds` is the time of the task itself. `before` is the time of what the page has also done before it.
`files` is the number of files, tensors or elements.
"""

import hashlib
import json
import struct
import sys
import tarfile
import time
import zipfile
import zlib

LOCAL_HEADER = 30


def open_directory(path):
    started = time.perf_counter()
    with zipfile.ZipFile(path) as archive:
        files = len(archive.infolist())
        return time.perf_counter() - started, 0, files


def open_tar(path):
    started = time.perf_counter()
    with tarfile.open(path) as archive:
        files = len(archive.getmembers())
        return time.perf_counter() - started, 0, files


def verify(path):
    zstd = None
    opened = time.perf_counter()
    with zipfile.ZipFile(path) as archive, open(path, "rb") as raw:
        # The page has read both before its verification begins.
        lines = archive.read("MANIFEST").decode().splitlines()
        wanted = dict(line.rsplit("=", 1) for line in lines)
        before = time.perf_counter() - opened
        if any(info.compress_type == 93 for info in archive.infolist()):
            import zstandard

            zstd = zstandard.ZstdDecompressor()

        started = time.perf_counter()
        for info in archive.infolist():
            if info.filename not in wanted:
                continue
            if info.compress_type == 93:
                raw.seek(info.header_offset)
                header = raw.read(LOCAL_HEADER)
                name, extra = struct.unpack_from("<HH", header, 26)
                raw.seek(name + extra, 1)
                content = zstd.decompress(raw.read(info.compress_size), max_output_size=info.file_size)
                # `zipfile` does the same for other methods.
                if zlib.crc32(content) != info.CRC:
                    sys.exit(f"{info.filename} has another CRC-32 than the directory says")
            else:
                content = archive.read(info)
            if hashlib.sha256(content).hexdigest() != wanted[info.filename]:
                sys.exit(f"{info.filename} is not what MANIFEST says")
        return time.perf_counter() - started, before, len(wanted)


def read_header(path):
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    header.pop("__metadata__", None)
    return header, 8 + length


def list_header(path):
    started = time.perf_counter()
    header, _ = read_header(path)
    return time.perf_counter() - started, 0, len(header)


# Elements that are decoded and summed while they are in the cache: four times as fast as all at once.
BLOCK = 1 << 16


def statistics(path):
    import numpy

    opened = time.perf_counter()
    header, start = read_header(path)
    before = time.perf_counter() - opened
    started = time.perf_counter()
    patterns = numpy.memmap(path, numpy.uint16, "r", start)
    count = nan = infinite = zeros = 0
    low, high, mean, squares = numpy.inf, -numpy.inf, 0.0, 0.0
    for at in range(0, len(patterns), BLOCK):
        # A bfloat16 is the upper half of a float32.
        values = (patterns[at : at + BLOCK].astype(numpy.uint32) << 16).view(numpy.float32)
        finite = numpy.isfinite(values)
        if not finite.all():
            nan += int(numpy.isnan(values).sum())
            infinite += int(numpy.isinf(values).sum())
            values = values[finite]
        if len(values) == 0:
            continue
        zeros += len(values) - int(numpy.count_nonzero(values))
        low, high = min(low, values.min()), max(high, values.max())
        own = values.mean(dtype=numpy.float64)
        total = count + len(values)
        delta = own - mean
        mean += delta * len(values) / total
        squares += values.var(dtype=numpy.float64) * len(values) + delta * delta * count * len(values) / total
        count = total
    assert count > 0 and low <= mean <= high and squares >= 0
    return time.perf_counter() - started, before, count + nan + infinite


def float_statistics(path):
    """One whole array after the other, as people type it."""
    import numpy

    opened = time.perf_counter()
    header, start = read_header(path)
    before = time.perf_counter() - opened
    started = time.perf_counter()
    values = numpy.memmap(path, numpy.float32, "r", start)
    low, high, mean, deviation = values.min(), values.max(), values.mean(dtype=numpy.float64), values.std()
    nan = int(numpy.isnan(values).sum())
    counts, _ = numpy.histogram(values, 64)
    assert low <= mean <= high and deviation >= 0 and nan == 0 and counts.sum() == len(values)
    return time.perf_counter() - started, before, len(values)


BLOCK_ELEMENTS, BLOCK_BYTES = 256, 144


def dequantized(blocks):
    """The values of Q4_K blocks: 8 groups of 32 codes of 4 bits, each with a scale and a minimum of 6 bits."""
    import numpy

    d, dmin = (blocks[:, at : at + 2].copy().view(numpy.float16).astype(numpy.float32) for at in (0, 2))
    packed = blocks[:, 4:16].reshape(-1, 3, 4)
    first, second, third = packed[:, 0], packed[:, 1], packed[:, 2]
    scales = numpy.concatenate([first & 63, (third & 15) | ((first >> 6) << 4)], axis=1)
    minima = numpy.concatenate([second & 63, (third >> 4) | ((second >> 6) << 4)], axis=1)
    codes = blocks[:, 16:].reshape(-1, 4, 1, 32) >> numpy.array([0, 4], numpy.uint8).reshape(1, 1, 2, 1)
    codes = (codes & 15).reshape(-1, 8, 32).astype(numpy.float32)
    return (d * scales)[:, :, None] * codes - (dmin * minima)[:, :, None]


def block_statistics(path):
    import os

    import numpy

    started = time.perf_counter()
    # The blocks end the file, after a header that is shorter than a row of 16 of them.
    size = os.path.getsize(path)
    count = size // (16 * BLOCK_BYTES) * 16
    blocks = numpy.memmap(path, numpy.uint8, "r", size - count * BLOCK_BYTES).reshape(-1, BLOCK_BYTES)
    total, low, high, squares, sum_ = 0, numpy.inf, -numpy.inf, 0.0, 0.0
    for at in range(0, len(blocks), 256):
        values = dequantized(blocks[at : at + 256])
        assert not numpy.isnan(values).any()
        low, high = min(low, values.min()), max(high, values.max())
        own = values.mean(dtype=numpy.float64)
        squares += values.std(dtype=numpy.float64) ** 2 * values.size + own * own * values.size
        sum_ += own * values.size
        total += values.size
    assert low <= sum_ / total <= high and squares >= 0
    return time.perf_counter() - started, 0, total


def scan(path):
    import numpy

    opened = time.perf_counter()
    header, start = read_header(path)
    before = time.perf_counter() - opened
    started = time.perf_counter()
    for entry in header.values():
        begin, end = entry["data_offsets"]
        values = numpy.memmap(path, numpy.float32, "r", start + begin, ((end - begin) // 4,))
        nan, infinite = int(numpy.isnan(values).sum()), int(numpy.isinf(values).sum())
        zeros = len(values) - int(numpy.count_nonzero(values))
        low, high = values.min(), values.max()
        mean, std = values.mean(dtype=numpy.float64), values.std(dtype=numpy.float64)
        counts, _ = numpy.histogram(values, bins=24)
        assert nan + infinite + zeros == 0 and low <= mean <= high and std > 0 and counts.sum() == len(values)
    return time.perf_counter() - started, before, len(header)


def compare(path):
    import numpy

    opened = time.perf_counter()
    header, start = read_header(path)
    before = time.perf_counter() - opened
    started = time.perf_counter()
    both = numpy.memmap(path, numpy.float32, "r", start).reshape(2, -1)
    assert numpy.allclose(both[0], both[1])
    assert 0 < numpy.abs(both[0] - both[1]).max() < 1
    return time.perf_counter() - started, before, both.shape[1]


def compare_files(*paths):
    import numpy

    opened = time.perf_counter()
    starts = [read_header(path)[1] for path in paths]
    before = time.perf_counter() - opened
    started = time.perf_counter()
    one, other = (numpy.memmap(path, numpy.float32, "r", start) for path, start in zip(paths, starts))
    largest = 0
    for at in range(0, len(one), 1 << 25):
        a, b = one[at : at + (1 << 25)], other[at : at + (1 << 25)]
        assert numpy.allclose(a, b)
        largest = max(largest, numpy.abs(a - b).max())
    assert 0 < largest < 1
    return time.perf_counter() - started, before, len(one)


TASKS = {"open": open_directory, "tar": open_tar, "verify": verify, "header": list_header, "statistics": statistics, "float-statistics": float_statistics, "block-statistics": block_statistics, "scan": scan, "compare": compare, "compare-files": compare_files}
seconds, before, files = TASKS[sys.argv[1]](*sys.argv[2:])
print(json.dumps({"seconds": seconds, "before": before, "files": files}))
