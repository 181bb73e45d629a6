"""Prints what Python's picklers, joblib and PyTorch write, as JSON: [writer, what, base64] each."""
import base64, collections, datetime, decimal, io, json, pickle, sys


class Point:
    def __init__(self):
        self.x = [1, {"y": (2, 3.5)}]


shared = ["shared", b"bytes", bytearray(b"more"), 2**70, -1, None, True, 1e9, "\u00e9\U0001f600\n\\", {1, 2}, frozenset([3])]
deep = []
for _ in range(100):
    deep = [deep]
VALUES = {
    "plain": {"a": shared, "b": shared, "c": tuple(range(10)), "long": "x" * 100000, "bytes": b"y" * 70000},
    "nested": deep,
    "many": [str(number) for number in range(3000)],
    "objects": [Point(), collections.OrderedDict(a=Point()), datetime.datetime(2020, 1, 2), decimal.Decimal("1.5")],
    "numbers": [10**50, -(10**400), 0.1, float("nan"), float("inf"), 2**31, -(2**31), 255, 65536],
}
written = []


def add(writer, what, data):
    written.append([writer, what, base64.b64encode(data).decode()])


for what, value in VALUES.items():
    for protocol in range(6):
        add("pickle", "%s, protocol %d" % (what, protocol), pickle.dumps(value, protocol))
        file = io.BytesIO()
        pickle._Pickler(file, protocol).dump(value)
        add("pickle in Python", "%s, protocol %d" % (what, protocol), file.getvalue())
        file = io.BytesIO()
        pickler = pickle.Pickler(file, protocol)
        for _ in range(3):
            pickler.dump(value)
            pickle.dump(value, file, protocol)
        add("pickle", "%s in a row, protocol %d" % (what, protocol), file.getvalue())

try:
    import numpy as np
except ImportError:
    np = None
if np:
    record = np.dtype([("a", "<i4"), ("b", "S5"), ("c", ">f8", (2, 3)), ("d", [("e", "U3"), ("f", "?")])])
    ARRAYS = {
        "float64": np.arange(12.0).reshape(3, 4),
        "Fortran": np.asfortranarray(np.arange(12.0).reshape(3, 4)),
        "strided": np.arange(24)[::2],
        "big-endian": np.arange(5, dtype=">i8"),
        "small": [np.array([1], dtype=one) for one in "?bBhHiIlLefdgFDG"],
        "0-d": np.array(5.0),
        "empty": np.zeros((0, 3)),
        "datetime": np.array(["2020-01-02"], "M8[ns]"),
        "timedelta": np.array([5], "m8[10s]"),
        "text": np.array(["a", "bcd"]),
        "bytes": np.array([b"a", b"bcd"]),
        "void": np.array([b"abcd"], "V4"),
        "record": np.zeros(3, record),
        "aligned record": np.zeros(3, np.dtype([("a", "i1"), ("b", "f8")], align=True)),
        "titled record": np.zeros(2, np.dtype([(("a title", "a"), "i1"), ("b", "i2")])),
        "record of objects": np.array([(1, "x"), (2, None)], [("a", "i4"), ("b", "O")]),
        "record array": np.rec.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
        "objects": np.array([1, "two", None, [3]], dtype=object),
        "no objects": np.array([], dtype=object),
        "matrix": np.matrix([[1, 2], [3, 4]]),
        "masked": np.ma.masked_array([1, 2, 3], [0, 1, 0]),
        "metadata": np.zeros(2, np.dtype("i4", metadata={"unit": "m"})),
        "random": np.random.default_rng(7).standard_normal(5000),
        "arrays": [np.arange(size) for size in range(200)],
        "twice": [np.ones(3)] * 2,
        "scalars": [np.float32(1.5), np.int64(7)],
        "in objects": {"w": np.ones((2, 2)), "point": Point(), "next": {"w": np.zeros(3, "u1")}},
    }
    import tempfile, os

    with tempfile.TemporaryDirectory() as folder:
        np.save(os.path.join(folder, "a.npy"), np.arange(100.0))
        ARRAYS["memmap"] = np.load(os.path.join(folder, "a.npy"), mmap_mode="r")
        for what, value in ARRAYS.items():
            for protocol in range(6):
                add("pickle", "%s, protocol %d" % (what, protocol), pickle.dumps(value, protocol))
        try:
            import joblib

            for what, value in {**ARRAYS, **VALUES}.items():
                for protocol in range(6):
                    file = io.BytesIO()
                    joblib.dump(value, file, protocol=protocol)
                    add("joblib", "%s, protocol %d" % (what, protocol), file.getvalue())
            file = io.BytesIO()
            for what in ("record", "objects", "in objects", "arrays"):
                joblib.dump(ARRAYS[what], file)
            add("joblib", "in a row", file.getvalue())
            # Before joblib 1.2, arrays were not aligned.
            from joblib import numpy_pickle

            made = numpy_pickle.NumpyArrayWrapper.__init__

            def unaligned(self, *args, **kwargs):
                made(self, *args, **kwargs)
                del self.numpy_array_alignment_bytes

            numpy_pickle.NumpyArrayWrapper.__init__ = unaligned
            for what in ("arrays", "record", "objects", "float64"):
                file = io.BytesIO()
                joblib.dump(ARRAYS[what], file)
                add("joblib before 1.2", what, file.getvalue())
        except ImportError:
            pass
        del ARRAYS["memmap"]

try:
    import torch

    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.LSTM(4, 2))
    SAVED = {
        "state": model.state_dict(),
        "model": model,
        "optimizer": torch.optim.Adam(model.parameters()).state_dict(),
        "tensor": torch.arange(5),
        "tied": [model[0].weight, model[0].weight[1]],
        "half": {"a": torch.ones(3, dtype=torch.bfloat16), "b": torch.zeros(2, dtype=torch.bool)},
    }
    import zipfile

    for what, value in SAVED.items():
        for protocol in (2, 3, 4, 5):
            file = io.BytesIO()
            torch.save(value, file, pickle_protocol=protocol, _use_new_zipfile_serialization=False)
            add("PyTorch before 1.6", "%s, protocol %d" % (what, protocol), file.getvalue())
            file = io.BytesIO()
            torch.save(value, file, pickle_protocol=protocol)
            archive = zipfile.ZipFile(file)
            (main,) = [name for name in archive.namelist() if name.endswith("data.pkl")]
            add("PyTorch", "%s, protocol %d" % (what, protocol), archive.read(main))
except ImportError:
    pass

json.dump(written, sys.stdout)
