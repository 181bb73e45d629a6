import { spawnSync } from 'node:child_process';

/** Whether there is a Python 3.8 or later, which knows protocol 5. Tests that ask it are skipped without one. */
export const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;

/** A pickle that Python wrote, with what its own `pickletools` says of it. */
export interface PythonPickle {
  name: string;
  protocol: number;
  bytes: Uint8Array;
  /** `module name` of each import, once, sorted. Names that are computed or of the registry are not among them. */
  imports: string[];
}

/** Pickles everything at each protocol, and lists imports as `pickletools.genops` shows them. Runs nothing. */
const PROGRAM = `
import pickle, pickletools, os, operator, functools, importlib, collections, datetime, decimal, base64, json, copyreg, builtins

class Call:
    def __init__(self, f, *args): self.f, self.args = f, args
    def __reduce__(self): return self.f, self.args
class State:
    def __init__(self): self.x = [1, {"y": (2, 3.5)}]
class Slots:
    __slots__ = ("a",)
    def __getstate__(self): return (None, {"a": self.a})
class New(tuple):
    def __getnewargs__(self): return ((1, 2),)
State.__module__ = Slots.__module__ = New.__module__ = "own.models"
import types, sys
own = types.ModuleType("own"); models = types.ModuleType("own.models")
for one in (State, Slots, New): setattr(models, one.__name__, one)
sys.modules["own"] = own; sys.modules["own.models"] = models

slots = Slots(); slots.a = 1
shared = ["shared", b"bytes", bytearray(b"more"), 2**70, -1, None, True, 1e9, "\\u00e9\\U0001f600\\n\\\\", {1, 2}, frozenset([3])]
deep = []
for _ in range(200): deep = [deep]
SUBJECTS = {
  "plain": {"a": shared, "b": shared, "c": tuple(range(10)), "long": "x" * 100000, "bytes": b"y" * 70000},
  "nested": deep,
  "objects": [State(), slots, New((1, 2)), collections.OrderedDict(a=State()), datetime.datetime(2020, 1, 2), decimal.Decimal("1.5")],
  "os.system": [1, Call(os.system, "echo no"), shared],
  "eval": Call(eval, "1+1"),
  "getattr chain": Call(getattr, Call(importlib.import_module, "os"), "system"),
  "attrgetter": Call(Call(operator.attrgetter, "system").f, "system"),
  "partial": functools.partial(os.system, "echo no"),
  "inner pickle": Call(pickle.loads, pickle.dumps(Call(os.system, "echo no"))),
  "twice": [Call(os.system, "a"), Call(os.system, "b"), Call(exec, "c")],
}
def imports(data):
    found, memo, stack, last = set(), {}, [], None
    for op, arg, at in pickletools.genops(data):
        if op.name in ("GLOBAL", "INST"): found.add(arg)
        elif op.name in ("PUT", "BINPUT", "LONG_BINPUT"): memo[arg] = last; continue
        elif op.name == "MEMOIZE": memo[len(memo)] = last; continue
        elif op.name == "STACK_GLOBAL": found.add(" ".join(stack[-2:]))
        if "UNICODE" in op.name: last = arg
        elif op.name in ("GET", "BINGET", "LONG_BINGET"): last = memo.get(arg)
        else: last = None
        if isinstance(last, str): stack.append(last)
    return sorted(found)
out = []
for name, value in SUBJECTS.items():
    for protocol in range(6):
        data = pickle.dumps(value, protocol)
        out.append({"name": name, "protocol": protocol, "base64": base64.b64encode(data).decode(), "imports": imports(data)})
print(json.dumps(out))
`;

/** Pickles that this machine's Python writes. */
export function pythonPickles(): PythonPickle[] {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr.toString());
  const written = JSON.parse(stdout.toString()) as (Omit<PythonPickle, 'bytes'> & { base64: string })[];
  return written.map(({ base64, ...one }) => ({ ...one, bytes: new Uint8Array(Buffer.from(base64, 'base64')) }));
}
