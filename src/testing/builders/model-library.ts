import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { buildTar } from './tar-builder.ts';

/** Builds model libraries of TVM, right and wrong ones. */

export interface BuiltArray {
  name: string;
  /** Kind, bits and lanes of DLPack. */
  type?: [code: number, bits: number, lanes: number];
  shape?: readonly number[];
  data?: Uint8Array;
  /** States other bytes than those of `data`. */
  bytes?: number;
  rank?: number;
  /** Kind of device. The CPU, if left out. */
  device?: number;
}

/** The numbers of names and arrays that a file states, where these are not the true ones. */
export type Counts = readonly [names?: bigint | undefined, arrays?: bigint | undefined];

/** A .params file. */
export function buildParams(arrays: readonly BuiltArray[], counts: Counts = []): Uint8Array {
  const words = (...values: bigint[]) => new Uint8Array(BigUint64Array.from(values).buffer);
  const name = (text: string) => [words(BigInt(encodeUtf8(text).length)), encodeUtf8(text)];
  const array = ({ type = [2, 32, 1], shape = [], data = new Uint8Array(4), bytes, rank, device = 1 }: BuiltArray) => {
    const [code, bits, lanes] = type;
    return [
      words(0xdd5e40f096b4a13fn, 0n),
      new Uint8Array(Int32Array.of(device, 0, rank ?? shape.length).buffer),
      Uint8Array.of(code, bits, lanes & 0xff, lanes >> 8),
      words(...shape.map((length) => BigInt.asUintN(64, BigInt(length))), BigInt(bytes ?? data.length)),
      data,
    ];
  };
  const [names = BigInt(arrays.length), count = BigInt(arrays.length)] = counts;
  return concatBytes([
    words(0xf7e58d4f05049cb7n, 0n, names),
    ...arrays.flatMap((item) => name(item.name)),
    words(count),
    ...arrays.flatMap(array),
  ]);
}

export const MODULE = {
  export_datetime: '2024-02-29 22:24:53Z',
  executors: ['graph'],
  model_name: 'sine',
  target: { 1: 'c -keys=cpu' },
  memory: {
    functions: {
      main: [{ device: 1, workspace_size_bytes: 300, constants_size_bytes: 100, io_size_bytes: 0 }],
      operator_functions: [
        { function_name: 'fused_dense', workspace: [{ device: 1, workspace_size_bytes: 96 }] },
        { function_name: 'fused_relu', workspace: [{ device: 2, workspace_size_bytes: 0 }] },
      ],
    },
  },
};

export const GRAPH = {
  nodes: [
    { op: 'null', name: 'x', inputs: [] },
    { op: 'tvm_op', name: 'dense', attrs: { func_name: 'fused_dense' }, inputs: [[0, 0, 0]] },
    { op: 'tvm_op', name: 'flat', attrs: { func_name: '__nop' }, inputs: [[1, 0, 0]] },
  ],
  arg_nodes: [0],
  heads: [[2, 0, 0]],
  node_row_ptr: [0, 1, 2, 3],
  attrs: {
    storage_id: ['list_int', [0, 1, 1]],
    shape: ['list_shape', [[1, 4], [1, 2], [2]]],
    dltype: ['list_str', ['float32', 'float32', 'float32']],
  },
};

const C_SOURCE =
  'int32_t fused_relu(void* args);\n\nint32_t fused_dense(float* x,\n  float* y) {\n  return fused_relu(x);\n}\nint32_t fused_relu(void* args) {\n  return 0;\n}\n';

/** Its files. A value of undefined leaves a file out. */
export function libraryFiles(changes: Record<string, unknown> = {}): Record<string, string | Uint8Array> {
  const files: Record<string, unknown> = {
    'metadata.json': { ...MODULE, version: 5 },
    'codegen/host/src/lib0.c': C_SOURCE,
    'executor-config/graph/graph.json': GRAPH,
    'parameters/sine.params': buildParams([{ name: 'p0', shape: [2], data: new Uint8Array(8) }]),
    'src/relay.txt': 'def @main',
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, value]) => {
      if (value === undefined) return [];
      return [[path, typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value)]];
    }),
  );
}

export function buildLibrary(changes: Record<string, unknown> = {}): Uint8Array<ArrayBuffer> {
  return buildTar(Object.entries(libraryFiles(changes)).map(([path, data]) => ({ name: `./${path}`, data })));
}
