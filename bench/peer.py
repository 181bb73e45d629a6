"""The peers in Python: what a reader would write with the standard library, and `zstandard` for entries that need it.

peer.py open FILE     reads the directory of a zip
peer.py tar FILE      reads the headers of a tar
peer.py verify FILE   reads a carton's files one by one and compares their SHA-256 with MANIFEST
peer.py header FILE   reads the header of a safetensors file
peer.py statistics FILE
                      statistics of the first tensor of a safetensors file, which is of bfloat16, by NumPy

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


TASKS = {"open": open_directory, "tar": open_tar, "verify": verify, "header": list_header, "statistics": statistics}
seconds, before, files = TASKS[sys.argv[1]](sys.argv[2])
print(json.dumps({"seconds": seconds, "before": before, "files": files}))
