"""The peers in Python: what a reader would write with the standard library, and `zstandard` for entries that need it.

peer.py open FILE     reads the directory of a zip
peer.py verify FILE   reads a carton's files one by one and compares their SHA-256 with MANIFEST

Prints JSON. `seconds` is the time of the task itself. `before` is the time of what the page has also done before it.
`files` is the number of files.
"""

import hashlib
import json
import struct
import sys
import time
import zipfile
import zlib

LOCAL_HEADER = 30


def open_directory(path):
    started = time.perf_counter()
    with zipfile.ZipFile(path) as archive:
        files = len(archive.infolist())
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


seconds, before, files = {"open": open_directory, "verify": verify}[sys.argv[1]](sys.argv[2])
print(json.dumps({"seconds": seconds, "before": before, "files": files}))
