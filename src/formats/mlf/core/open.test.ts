import { describe, expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../../../archive/container.ts';
import { concatBytes } from '../../../base/bytes.ts';
import { memorySource } from '../../../source/memory.ts';
import {
  type BuiltArray,
  buildLibrary,
  buildParams,
  type Counts,
  GRAPH,
  libraryFiles,
  MODULE,
} from '../../../testing/builders/model-library.ts';
import { buildTar } from '../../../testing/builders/tar-builder.ts';
import { cpuClock } from '../../../testing/cpu-clock.ts';
import { openPackage } from '../../registry.ts';
import type { MlfOwn } from './own.ts';

const open = (changes: Record<string, unknown> = {}) => openPackage(memorySource('model.tar', buildLibrary(changes)));

async function codesOf(changes: Record<string, unknown>): Promise<string[]> {
  const { package: pkg } = await open(changes);
  expect(pkg.format).toBe('tvm-mlf');
  return pkg.findings.map(({ code }) => code);
}

const metadata = (changes: object) => ({ 'metadata.json': { ...MODULE, version: 5, ...changes } });
const graph = (changes: object) => ({ 'executor-config/graph/graph.json': { ...GRAPH, ...changes } });
const MAIN = MODULE.memory.functions.main[0];
const memory = (changes: object) => metadata({ memory: { ...MODULE.memory.functions, ...changes } });
const params = (arrays: BuiltArray[], counts?: Counts, tail = 0) => {
  const bytes = buildParams(arrays, counts);
  const changed = tail < 0 ? bytes.slice(0, tail) : concatBytes([bytes, new Uint8Array(tail)]);
  return { 'parameters/sine.params': changed };
};

describe('a model library', () => {
  it('shows the fields of its metadata, its memory, graph, functions and parameters', async () => {
    const { package: pkg } = await open();
    expect(pkg.findings).toEqual([]);
    expect(pkg.facts).toEqual([
      { label: 'Version', value: '5' },
      { label: 'Model name', value: 'sine' },
      { label: 'Exported', value: '2024-02-29 22:24:53Z' },
      { label: 'Executors', value: 'graph' },
      { label: 'Target', value: 'c -keys=cpu', note: 'on CPU (1)' },
    ]);
    expect(pkg.panels?.slice(0, 2)).toEqual([
      {
        title: 'Memory of the main function',
        rows: [
          { label: 'Total', value: '', bytes: 400n },
          { label: 'Workspace', value: 'CPU (1)', bytes: 300n, share: 0.75 },
          { label: 'Constants', value: 'CPU (1)', bytes: 100n, share: 0.25 },
          { label: 'Inputs and outputs', value: 'CPU (1)', bytes: 0n, share: 0 },
        ],
      },
      {
        title: 'Workspaces of operator functions',
        rows: [
          { label: 'Total on CPU (1)', value: '', bytes: 96n },
          { label: 'Total on CUDA (2)', value: '', bytes: 0n },
          { label: 'fused_dense', stored: true, value: 'CPU (1)', bytes: 96n, share: 1 },
          { label: 'fused_relu', stored: true, value: 'CUDA (2)', bytes: 0n, share: 0 },
        ],
      },
    ]);
    const own = pkg.own as MlfOwn;
    expect(own.graphs[0]?.nodes[1]).toEqual({
      name: 'dense',
      op: 'tvm_op',
      func: 'fused_dense',
      inputs: ['x'],
      shape: [1n, 2n],
      dtype: 'float32',
    });
    expect(own.graphs[0]?.nodes[2]?.func).toBeUndefined();
    // Definitions, and neither the prototype nor the call.
    expect(own.functions).toEqual([
      {
        name: 'fused_relu',
        path: 'codegen/host/src/lib0.c',
        line: 7,
        signature: { before: 'int32_t', after: '(void* args)' },
      },
      {
        name: 'fused_dense',
        path: 'codegen/host/src/lib0.c',
        line: 3,
        signature: { before: 'int32_t', after: '(float* x, float* y)' },
      },
    ]);
    expect(pkg.tensors).toEqual([
      { name: 'p0', dtype: 'float32', shape: [2n], data: expect.objectContaining({ path: 'parameters/sine.params' }) },
    ]);
    expect([pkg.inputs, pkg.outputs]).toEqual([
      [{ name: 'x', dtype: 'float32', shape: [1n, 4n] }],
      [{ name: 'flat', dtype: 'float32', shape: [2n] }],
    ]);
    expect(pkg.runs).toMatchObject({ sentence: 'Using it compiles and runs C', facts: [{ kind: 'runs' }] });
  });

  it('has its fields in modules from version 7 on', async () => {
    const { package: pkg } = await open({
      'metadata.json': {
        version: 7,
        modules: { a: { ...MODULE, target: ['llvm'], style: 'x' }, b: { ...MODULE, executors: ['aot'] } },
      },
      'parameters/a.params': buildParams([{ name: 'p0' }]),
      'parameters/b.params': buildParams([]),
    });
    expect(pkg.findings).toEqual([]);
    expect(pkg.facts.map(({ label }) => label)).toContain('b: Executors');
    expect(pkg.facts).toContainEqual({ label: 'a: Target', value: 'llvm' });
    expect(pkg.panels?.map(({ title }) => title)).toContain('b: Memory of the main function');
    expect(pkg.tensors.map(({ name }) => name)).toEqual(['sine/p0', 'a/p0']);
  });

  it('shows the storages of a graph, and the buffers of operators, as TVM writes them', async () => {
    const panelsOf = async (fields: object) => (await open(metadata(fields))).package.panels ?? [];
    const sids = [
      { storage_id: 0, size_bytes: 12, input_binding: 'x' },
      { storage_id: 1, size_bytes: 4 },
    ];
    expect(await panelsOf({ memory: { ...MODULE.memory, sids } })).toContainEqual({
      title: 'Storages of the graph',
      rows: [
        { label: 'Total', value: '', bytes: 16n },
        { label: 'Storage 0', value: 'x', bytes: 12n, share: 0.75 },
        { label: 'Storage 1', value: '', bytes: 4n, share: 0.25 },
      ],
    });
    const add = [
      { size_bytes: 8, shape: [1, 2], dtype: 'float32', input_binding: 'A' },
      { size_bytes: 8, shape: [2], dtype: 'float32', input_binding: 'B' },
    ];
    expect(
      await panelsOf({ version: 7, style: 'operator', executors: [], target: ['c'], memory: { add } }),
    ).toContainEqual({
      title: 'Buffers of operators',
      rows: [
        { label: 'Total', value: '', bytes: 16n },
        { label: 'add: A', stored: true, value: 'float32 1 × 2', bytes: 8n, share: 0.5 },
        { label: 'add: B', stored: true, value: 'float32 2', bytes: 8n, share: 0.5 },
      ],
    });
    const wrong = { add: [{ size_bytes: -1 }], sub: 7 };
    expect(await codesOf(metadata({ style: 'operator', memory: wrong }))).toEqual(['mlf/field-type', 'mlf/field-type']);
    const main = [{ inputs: { x: { dtype: 'float32', size: 16 }, y: { dtype: 'float32', size: 9 } } }];
    const { inputs } = (await open(metadata({ version: 7, memory: { functions: { main } } }))).package;
    expect(inputs.map(({ name, shape }) => [name, shape])).toEqual([
      ['x', [1n, 4n]],
      ['y', undefined],
    ]);
  });

  it('has the inputs and outputs that its header declares, where nothing else does', async () => {
    const header = `/*! \\brief Input sizes */
#define TVMGEN_SINE_X_0_SIZE 4
struct tvmgen_sine_inputs {
  void* x_0; // the first
  void* y;
};
struct tvmgen_sine_outputs { void* output; };
/* struct tvmgen_old_inputs { void* z; }; */
int32_t tvmgen_sine_run(
  struct tvmgen_sine_inputs* inputs,
  struct tvmgen_sine_outputs* outputs
);
`;
    const files = { 'codegen/host/include/tvmgen_sine.h': header, 'executor-config/graph/graph.json': undefined };
    const { package: pkg } = await open({ ...metadata({ executors: ['aot'] }), ...files });
    expect([pkg.inputs, pkg.outputs]).toEqual([
      [
        { name: 'x_0', shapeless: true, description: '4 bytes' },
        { name: 'y', shapeless: true },
      ],
      [{ name: 'output', shapeless: true }],
    ]);
    expect((pkg.own as MlfOwn).functions).toContainEqual({
      name: 'tvmgen_sine_run',
      path: 'codegen/host/include/tvmgen_sine.h',
      line: 9,
      signature: {
        before: 'int32_t',
        after: '( struct tvmgen_sine_inputs* inputs, struct tvmgen_sine_outputs* outputs )',
      },
    });
    expect(pkg.findings).toEqual([]);
  });

  it('may be a folder, of operators, of version 2, or in a style of its own', async () => {
    const files = Object.entries(libraryFiles()).map(([path, data]) => ({
      path: `top/${path}`,
      file: new File([data as BlobPart], 'x'),
    }));
    expect((await openPackage(folderContainer('top', files))).package).toMatchObject({
      format: 'tvm-mlf',
      findings: [],
    });
    const graphFile = { 'executor-config/graph/graph.json': undefined, 'parameters/sine.params': undefined };
    expect(await codesOf({ ...metadata({ version: 7, style: 'operator' }), ...graphFile })).toEqual([]);
    expect(await codesOf(metadata({ version: 2, executors: undefined, runtimes: ['graph'] }))).toEqual([]);
  });

  it('is not any package with a metadata.json', async () => {
    const bytes = buildLibrary({ 'metadata.json': { name: 'x', version: 5 }, 'codegen/host/src/lib0.c': undefined });
    expect((await openPackage(memorySource('a.tar', bytes))).package.format).toBe('tar');
  });

  it('reads of parameters on a host what few requests bring, and the rest when it is asked to', async () => {
    const arrays = Array.from({ length: 80 }, (_, at) => ({
      name: `p${at}`,
      shape: [50_000],
      data: new Uint8Array(200_000),
    }));
    const source = Object.assign(memorySource('a.tar', buildLibrary(params(arrays))), { servedFrom: 'host' });
    const opened = await openPackage(sourceContainer(source));
    expect(opened.package.tensors.length).toBeLessThan(66);
    expect(opened.package.more?.text).toMatch(/more parameters are on the host/);
    const whole = await opened.readMore?.();
    expect([whole?.package.tensors.length, whole?.package.more]).toEqual([80, undefined]);
  });

  it('has values of vectors and bools, but not of unknown types', async () => {
    const { package: pkg, tensor } = await open(
      params([
        { name: 'v', type: [2, 32, 2], shape: [1], data: new Uint8Array(Float32Array.of(1, 2).buffer) },
        { name: 'b', type: [1, 1, 1], shape: [2], data: Uint8Array.of(0, 1) },
        { name: 'o', type: [200, 32, 1], data: new Uint8Array(4) },
      ]),
    );
    expect(pkg.tensors.map(({ dtype, shape }) => [dtype, shape])).toEqual([
      ['float32', [1n, 2n]],
      ['bool', [2n]],
      ['type 200 32', []],
    ]);
    expect([...(await (await tensor('v')).read(0, 2))]).toEqual([1, 2]);
    await expect(tensor('o')).rejects.toMatchObject({ code: 'tensor/not-decoded' });
    await expect(tensor('x')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });
});

describe('what is wrong with a model library', () => {
  it.each<[codes: string[], changes: Record<string, unknown>]>([
    [['mlf/bad-json'], { 'metadata.json': '{"version": 5,' }],
    [['mlf/bad-json'], { 'metadata.json': `\ufeff${JSON.stringify({ ...MODULE, version: 5 })}` }],
    [['mlf/bad-metadata'], { 'metadata.json': '[]' }],
    [['mlf/bad-version'], metadata({ version: '7' })],
    [['mlf/bad-version'], metadata({ version: undefined })],
    [['mlf/unknown-version'], metadata({ version: 8 })],
    [['mlf/no-module'], { 'metadata.json': { version: 7, modules: {} } }],
    [['mlf/missing-field'], metadata({ target: undefined })],
    [['mlf/field-type'], metadata({ model_name: 1 })],
    [['mlf/field-type'], metadata({ executors: [1] })],
    [['mlf/field-type'], metadata({ target: { host: 'llvm' } })],
    [['mlf/field-type'], metadata({ target: { 1: 7 } })],
    [['mlf/field-type'], metadata({ target: ['llvm', 7] })],
    [['mlf/field-type'], metadata({ target: 7 })],
    [['mlf/empty-field'], metadata({ target: {} })],
    [['mlf/empty-field'], metadata({ executors: [] })],
    [['mlf/missing-field'], metadata({ executors: undefined })],
    [['mlf/field-type'], memory({ main: [{ ...MAIN, workspace_size_bytes: -1 }] })],
    [['mlf/field-type'], memory({ main: [{ ...MAIN, device: '1' }] })],
    [['mlf/missing-field'], memory({ main: [{ ...MAIN, device: undefined }] })],
    [['mlf/missing-field'], memory({ main: [{ ...MAIN, io_size_bytes: undefined }] })],
    [['mlf/missing-field'], memory({ main: undefined })],
    [['mlf/empty-field'], memory({ main: [] })],
    [['mlf/field-type'], memory({ main: 7 })],
    [['mlf/missing-field'], memory({ operator_functions: undefined })],
    [['mlf/field-type'], memory({ operator_functions: 7 })],
    [['mlf/empty-field'], memory({ operator_functions: { fused_dense: [] } })],
    [['mlf/missing-field'], memory({ operator_functions: { fused_dense: [{ workspace_size_bytes: 1 }] } })],
    [['mlf/missing-field'], memory({ operator_functions: { fused_dense: [{ device: 1 }] } })],
    [['mlf/missing-field'], memory({ operator_functions: [{ function_name: 'fused_dense' }] })],
    [
      ['mlf/not-a-number', 'mlf/field-type'],
      { 'metadata.json': JSON.stringify({ ...MODULE, version: 5 }).replace('300', 'NaN') },
    ],
    [['mlf/field-type'], { 'metadata.json': JSON.stringify({ ...MODULE, version: 5 }).replace(':5}', ':5.0}') }],
    [['mlf/bad-date'], metadata({ export_datetime: '2024-23-29 22:24:53Z' })],
    [[], metadata({ export_datetime: '2024-24-29 22:24:53Z' })],
    [['mlf/missing-file'], { 'parameters/sine.params': undefined }],
    [['mlf/other-name'], { 'parameters/sine.params': undefined, 'parameters/default.params': buildParams([]) }],
    [['mlf/other-name'], { 'executor-config/graph/graph.json': undefined, 'executor-config/graph.json': '{}' }],
    [['mlf/missing-source'], { 'src/relay.txt': undefined }],
    [['mlf/other-name'], { 'src/relay.txt': undefined, 'src/model.txt': 'def @main' }],
    [['mlf/unexpected-code'], { 'codegen/cuda/src/lib1.cu': 'x' }],
    [['mlf/unexpected-code'], { 'codegen/host/src/lib1.cu': 'x' }],
    [['mlf/unexpected-code'], { 'codegen/lib1.c': 'x' }],
    [['mlf/bad-date'], metadata({ export_datetime: '2023-02-29 22:24:53Z' })],
    [
      ['mlf/duplicate-key'],
      { 'metadata.json': JSON.stringify({ ...MODULE, version: 5 }).replace('{', '{"version":4,') },
    ],
    [['mlf/missing-file'], { 'executor-config/graph/graph.json': undefined }],
    [['mlf/missing-file'], { 'codegen/host/src/lib0.c': undefined }],
    [
      ['mlf/no-runtime'],
      metadata({ external_dependencies: [{ short_name: 'crt', url: './runtime', url_type: 'mlf_path' }] }),
    ],
    [['mlf/function-missing'], { 'codegen/host/src/lib0.c': 'int fused_dense(int x) { return 0; }' }],
    [['mlf/bad-json'], { 'executor-config/graph/graph.json': '{]' }],
    [['mlf/bad-graph'], graph({ nodes: 1 })],
    [['mlf/bad-graph'], graph({ node_row_ptr: [0, 1] })],
    [['mlf/bad-graph'], graph({ arg_nodes: [7] })],
    [['mlf/bad-graph'], graph({ heads: 'none' })],
    [['mlf/bad-graph'], graph({ attrs: { ...GRAPH.attrs, shape: ['list_shape', []] } })],
    [
      ['mlf/bad-graph'],
      graph({ nodes: [...GRAPH.nodes.slice(0, 2), { op: 'tvm_op', name: 'z', inputs: [[2, 0, 0]] }] }),
    ],
    [['mlf/params-magic'], { 'parameters/sine.params': new Uint8Array(40) }],
    [['mlf/params-cut'], { 'parameters/sine.params': new Uint8Array(8) }],
    [['mlf/params-cut'], params([{ name: 'a' }], [2n ** 40n])],
    [['mlf/params-cut'], params([{ name: 'a' }], [], -1)],
    [['mlf/params-count'], params([{ name: 'a' }], [undefined, 2n])],
    [['mlf/params-array'], params([{ name: 'a', rank: -1 }])],
    [['mlf/params-array'], params([{ name: 'a', shape: [-1] }])],
    [['mlf/params-size'], params([{ name: 'a', shape: [2] }])],
    [['mlf/params-size'], params([{ name: 'a', shape: [2 ** 53, 2 ** 53] }])],
    [['mlf/params-name'], params([{ name: 'a' }, { name: 'a' }])],
    [['mlf/params-device'], params([{ name: 'a', device: 2 }, { name: 'b' }])],
    [['mlf/no-metadata'], { 'metadata.json': undefined }],
    [['mlf/params-trailing'], params([{ name: 'a' }], [], 3)],
  ])('%s', async (codes, changes) => {
    expect(await codesOf(changes)).toEqual(codes);
  });

  it('keeps the arrays before one that is wrong', async () => {
    const { package: pkg } = await open(params([{ name: 'a' }, { name: 'b', shape: [3] }]));
    expect(pkg.tensors.map(({ name }) => name)).toEqual(['a']);
  });

  it('of sources is searched in linear time, also where they are one word or open comments', async () => {
    const hostile = { 'codegen/host/src/a.c': 'a'.repeat(500_000), 'codegen/host/include/a.h': '/*'.repeat(500_000) };
    const seconds = cpuClock();
    await open(hostile);
    expect(seconds()).toBeLessThan(5);
  });

  it('one folder down leaves its files, and says where metadata.json is', async () => {
    const nested = Object.entries(libraryFiles()).map(([path, data]) => ({ name: `sine/${path}`, data }));
    const { package: pkg } = await openPackage(memorySource('a.tar', buildTar(nested)));
    expect(pkg).toMatchObject({ format: 'tvm-mlf', unread: true, tensors: [] });
    expect(pkg.findings).toMatchObject([{ code: 'mlf/no-metadata', path: 'sine/metadata.json' }]);
  });

  it.each([
    ['three folders down', ['a/b/c/codegen/host/src/lib0.c', 'a/b/c/src/relay.txt']],
    ['only as compiled files', ['codegen/host/lib/lib0.o', 'codegen/host/lib/lib1.o']],
  ])('%s is named', async (_where, names) => {
    const { package: pkg } = await openPackage(
      memorySource('a.tar', buildTar(names.map((name) => ({ name, data: 'x' })))),
    );
    expect(pkg).toMatchObject({ format: 'tvm-mlf', unread: true });
    expect(pkg.findings.map(({ code }) => code)).toEqual(['mlf/no-metadata']);
  });

  it.each([
    ['“version” is the text “5”, and must be a whole number.', '"5"'],
    ['“version” is 5.5, and must be a whole number.', '5.5'],
    ['“version” is not a whole number: it is written as 5.0 or with an exponent.', '5.0'],
  ])('in its version is said as it is: %s', async (message, written) => {
    const text = JSON.stringify({ ...MODULE, version: 5 }).replace(':5}', `:${written}}`);
    expect((await open({ 'metadata.json': text })).package.findings.map((found) => found.message)).toEqual([message]);
  });

  it('of parameters leaves the inputs unknown, which the graph does not tell apart', async () => {
    expect((await open({ 'parameters/sine.params': undefined })).package).toMatchObject({
      inputs: [],
      outputs: [{ name: 'flat' }],
    });
    expect((await open(params([{ name: 'a' }], [], -1))).package.inputs).toEqual([]);
  });

  it('in metadata.json leaves only its files and parameters', async () => {
    const { package: pkg } = await open({ 'metadata.json': '{' });
    expect(pkg).toMatchObject({ unread: true, facts: [], tensors: [{ name: 'p0' }] });
  });

  it('of files that thousands of modules lack takes time linear to both', async () => {
    const names = Array.from({ length: 4000 }, (_, at) => `m${at}`);
    const modules = Object.fromEntries(names.map((name) => [name, { ...MODULE, model_name: name }]));
    const empty = new File([], 'f');
    const files = Array.from({ length: 40_000 }, (_, at) => ({ path: `misc/f${at}`, file: empty }));
    const text = new File([JSON.stringify({ version: 7, modules })], 'metadata.json');
    const seconds = cpuClock();
    const { package: pkg } = await openPackage(folderContainer('m', [{ path: 'metadata.json', file: text }, ...files]));
    // Half a second. Each file looked at for each module takes ten.
    expect(seconds()).toBeLessThan(4);
    expect(pkg.findings.map(({ code }) => code)).toContain('mlf/missing-file');
  });
});
