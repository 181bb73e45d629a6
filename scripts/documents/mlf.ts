import { buildLibrary, buildParams, GRAPH, libraryFiles, MODULE } from '../../src/testing/builders/model-library.ts';
import { buildTar } from '../../src/testing/builders/tar-builder.ts';
import { type DocumentExample, type DocumentSection, type FormatDocument, factIn, inPackage, valuesOf } from './row.ts';

/** The document's own shape of the memory summary. Files that TVM writes have it in `functions`. */
const MAIN = { device: 1, workspace_size_bytes: 1184, constants_size_bytes: 1284, io_size_bytes: 8 };
const MEMORY = { main: [MAIN], operator_functions: { fused_dense: [{ device: 1, workspace_size_bytes: 96 }] } };
const METADATA = { ...MODULE, version: 5, memory: MEMORY };

/** A library as the document has it, but for some files. A value of undefined leaves a file out. */
const library = (changes: Record<string, unknown> = {}): DocumentExample => ({
  name: 'sine.tar',
  content: buildLibrary({ 'metadata.json': METADATA, ...changes }),
});
const metadata = (changes: object) => library({ 'metadata.json': { ...METADATA, ...changes } });
const memory = (changes: object) => metadata({ memory: { ...MEMORY, ...changes } });
const main = (changes: object) => memory({ main: [{ ...MAIN, ...changes }] });
const operator = (changes: object) =>
  memory({ operator_functions: { fused_dense: [{ device: 1, workspace_size_bytes: 96, ...changes }] } });

const PARAMETERS = { 'parameters/sine.params': buildParams([{ name: 'p0', data: new Uint8Array([0, 0, 32, 65]) }]) };
const SOUND = library(PARAMETERS);

const file = (path: string) => inPackage(({ files }) => files.find((entry) => entry.path === path)?.path);
const sources = inPackage(({ own }) => (own as { sources: { path: string; kind: string }[] }).sources);
const panel = (title: string) =>
  inPackage(({ panels = [] }) =>
    panels.find((one) => one.title === title)?.rows.map(({ label, value, bytes }) => [label, value, bytes]),
  );
const MAIN_PANEL = 'Memory of the main function';
const OPERATORS_PANEL = 'Workspaces of operator functions';

const COMPILED = library({ 'codegen/host/src/lib0.c': undefined, 'codegen/host/lib/lib0.o': 'ELF' });

const LAYOUT: DocumentSection = {
  heading: 'Directory layout',
  rows: [
    {
      defines:
        'The format is a tarball that contains a file for each output of the TVM compiler. All paths are relative to its root.',
      shown: {
        where: 'Files',
        in: SOUND,
        by: inPackage(({ format, files }) => [format, ...files.map(({ path }) => path).sort()]),
        gives: ['tvm-mlf', ...Object.keys(libraryFiles()).sort()],
      },
      checked: [
        {
          code: 'mlf/no-metadata',
          in: {
            name: 'moved.tar',
            content: buildTar(Object.entries(libraryFiles()).map(([path, data]) => ({ name: `a/b/${path}`, data }))),
          },
        },
      ],
    },
    {
      defines: 'Only whole models that `tvm.relay.build` built can be exported.',
      left: 'it speaks of the exporter. Boxcutter also reads the operators that later versions export.',
    },
    {
      defines: '`codegen` is the root of all generated device code.',
      shown: {
        where: 'Overview, “Generated code”',
        in: SOUND,
        by: sources,
        gives: [{ path: 'codegen/host/src/lib0.c', size: expectedSize(), kind: 'source' }],
      },
      checked: [{ code: 'mlf/missing-file', in: library({ 'codegen/host/src/lib0.c': undefined }) }],
    },
    {
      defines: 'Files in it are named `<target>/(lib|src)/<unique_name>.<format>`.',
      checked: [{ code: 'mlf/unexpected-code', in: library({ 'codegen/lib0.c': 'int x;' }) }],
    },
    {
      defines: '`<target>` identifies the TVM target that runs the code. Only `host` is supported at present.',
      checked: [{ code: 'mlf/unexpected-code', in: library({ 'codegen/cuda/src/lib1.c': 'int x;' }) }],
    },
    {
      defines: '`<unique_name>` identifies the file. At present it is `lib<n>` with a growing number.',
      shown: { where: 'Files', in: SOUND, by: file('codegen/host/src/lib0.c'), gives: 'codegen/host/src/lib0.c' },
      left: 'other names are not reported: the document calls the name any unique one, and TVM itself puts the name of the module before it.',
    },
    {
      defines: '`<format>` is the kind of the file: at present `c` or `o`.',
      checked: [{ code: 'mlf/unexpected-code', in: library({ 'codegen/host/src/lib1.cu': 'int x;' }) }],
    },
    {
      defines: '`codegen/host/lib` has compiled object files, of LLVM and of the CRT’s metadata.',
      shown: {
        where: 'Overview, “Generated code”',
        in: COMPILED,
        by: sources,
        gives: [{ path: 'codegen/host/lib/lib0.o', size: 3, kind: 'library' }],
      },
      checked: [{ code: 'mlf/unexpected-code', in: library({ 'codegen/host/lib/lib1.c': 'int x;' }) }],
    },
    {
      defines: '`codegen/host/src` has generated C sources.',
      shown: {
        where: 'Overview, “Generated code”: each function with its signature',
        in: SOUND,
        by: inPackage(({ own }) => (own as { functions: { name: string }[] }).functions.map(({ name }) => name).sort()),
        gives: ['fused_dense'],
      },
      checked: [
        { code: 'mlf/function-missing', in: library({ 'codegen/host/src/lib0.c': 'int other(int x) { return 0; }' }) },
      ],
    },
    {
      defines:
        '`executor-config` has the configuration of an executor that runs the model. Only the GraphExecutor has one, in `graph/graph.json`.',
      shown: {
        where: 'Overview, “Graph”; Schema',
        in: SOUND,
        by: inPackage(({ own, inputs }) => [
          (own as { graphs: { count: number }[] }).graphs[0]?.count,
          inputs[0]?.name,
        ]),
        gives: [3, 'x'],
      },
      checked: [
        { code: 'mlf/missing-file', in: library({ 'executor-config/graph/graph.json': undefined }) },
        {
          code: 'mlf/other-name',
          in: library({ 'executor-config/graph/graph.json': undefined, 'executor-config/graph.json': GRAPH }),
        },
        { code: 'mlf/bad-graph', in: library({ 'executor-config/graph/graph.json': '{}' }) },
      ],
    },
    {
      defines:
        '`parameters/<model_name>.params` has the parameters in the format of `tvm.relay._save_params`. Other formats may follow.',
      shown: { where: 'Tensors', in: SOUND, by: valuesOf('p0'), gives: [10] },
      checked: [
        { code: 'mlf/missing-file', in: library({ 'parameters/sine.params': undefined }) },
        {
          code: 'mlf/other-name',
          in: library({ 'parameters/sine.params': undefined, 'parameters/cosine.params': buildParams([]) }),
        },
        { code: 'mlf/params-magic', in: library({ 'parameters/sine.params': new Uint8Array(40) }) },
        { code: 'mlf/params-cut', in: library({ 'parameters/sine.params': new Uint8Array(8) }) },
        {
          code: 'mlf/params-size',
          in: library({ 'parameters/sine.params': buildParams([{ name: 'a', shape: [9] }]) }),
        },
      ],
    },
    {
      defines: 'The file in that folder is called `<model_name>.json`.',
      left: 'the document contradicts itself. Its layout and TVM have `.params`.',
    },
    {
      defines: '`src` has the sources that TVM parses. At present, only the Relay source is there, in `src/relay.txt`.',
      shown: { where: 'Files', in: SOUND, by: file('src/relay.txt'), gives: 'src/relay.txt' },
      checked: [{ code: 'mlf/missing-source', in: library({ 'src/relay.txt': undefined }) }],
    },
  ],
};

function expectedSize(): number {
  return libraryFiles()['codegen/host/src/lib0.c']?.length ?? 0;
}

const METADATA_ROWS: DocumentSection = {
  heading: 'Metadata',
  rows: [
    {
      defines: '`metadata.json`, at the root, has the machine-readable metadata: a dictionary.',
      shown: { where: 'Overview', in: SOUND, by: inPackage(({ title }) => title), gives: 'sine' },
      checked: [
        { code: 'mlf/no-metadata', in: library({ 'metadata.json': undefined }) },
        { code: 'mlf/bad-json', in: library({ 'metadata.json': '{' }) },
        { code: 'mlf/bad-metadata', in: library({ 'metadata.json': '[]' }) },
        {
          code: 'mlf/duplicate-key',
          in: library({ 'metadata.json': JSON.stringify(METADATA).replace('{', '{"version":4,') }),
        },
        { code: 'mlf/not-a-number', in: library({ 'metadata.json': JSON.stringify(METADATA).replace('1184', 'NaN') }) },
      ],
    },
    {
      defines:
        '`export_datetime` is the time of the export, in the strftime format `"%Y-%M-%d %H:%M:%SZ"`. TVM writes the month (`%m`) where this has the minutes: both are read.',
      shown: { where: 'Overview, “Exported”', in: SOUND, by: factIn('Exported'), gives: '2024-02-29 22:24:53Z' },
      checked: [
        { code: 'mlf/bad-date', in: metadata({ export_datetime: '2024-02-30 22:24:53Z' }) },
        { code: 'mlf/missing-field', in: metadata({ export_datetime: undefined }) },
      ],
    },
    {
      defines: '`memory` sums up the memory that the generated functions use.',
      shown: {
        where: 'Overview, “Memory of the main function” and “Workspaces of operator functions”',
        in: SOUND,
        by: inPackage(({ panels }) => panels?.slice(0, 2).map(({ title }) => title)),
        gives: [MAIN_PANEL, OPERATORS_PANEL],
      },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ memory: undefined }) },
        { code: 'mlf/field-type', in: metadata({ memory: [] }) },
      ],
    },
    {
      defines: '`model_name` is the name of the model.',
      shown: { where: 'Overview, “Model name”', in: SOUND, by: factIn('Model name'), gives: 'sine' },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ model_name: undefined }) },
        { code: 'mlf/field-type', in: metadata({ model_name: 1 }) },
      ],
    },
    {
      defines: '`executors` lists the executors that the model supports. At present it is always `["graph"]`.',
      shown: { where: 'Overview, “Executors”', in: SOUND, by: factIn('Executors'), gives: 'graph' },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ executors: undefined }) },
        { code: 'mlf/field-type', in: metadata({ executors: 'graph' }) },
        { code: 'mlf/empty-field', in: metadata({ executors: [] }) },
      ],
      left: 'other executors are not reported: later versions of TVM write `aot`.',
    },
    {
      defines:
        '`target` maps `device_type` (an integer as text) to the description of the sub-target that is used for it.',
      shown: {
        where: 'Overview, “Target”, with the kind of device',
        in: SOUND,
        by: inPackage(({ facts }) => facts.find(({ label }) => label === 'Target')),
        gives: { label: 'Target', value: 'c -keys=cpu', note: 'on CPU (1)' },
      },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ target: undefined }) },
        { code: 'mlf/field-type', in: metadata({ target: { cpu: 'c' } }) },
        { code: 'mlf/empty-field', in: metadata({ target: {} }) },
      ],
    },
    {
      defines: '`version` is the number of the format’s version. The document describes version `5`.',
      shown: { where: 'Overview, “Version”', in: SOUND, by: factIn('Version'), gives: '5' },
      checked: [
        { code: 'mlf/bad-version', in: metadata({ version: '5' }) },
        { code: 'mlf/unknown-version', in: metadata({ version: 8 }) },
      ],
    },
  ],
};

const MEMORY_ROWS: DocumentSection = {
  heading: 'Memory usage summary',
  rows: [
    {
      defines:
        '`"main"`: a list that sums up what the main function uses, with the functions that it calls (`MainFunctionWorkspaceUsage`).',
      shown: {
        where: `Overview, “${MAIN_PANEL}”: a sum for each device`,
        in: memory({ main: [MAIN, { ...MAIN, device: 2 }] }),
        by: inPackage(({ panels = [] }) => panels[0]?.rows.slice(0, 2).map(({ label, bytes }) => [label, bytes])),
        gives: [
          ['Total on CPU (1)', 2476n],
          ['Total on CUDA (2)', 2476n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: memory({ main: undefined }) },
        { code: 'mlf/field-type', in: memory({ main: {} }) },
        { code: 'mlf/empty-field', in: memory({ main: [] }) },
      ],
    },
    {
      defines:
        '`"operator_functions"`: a map from the name of an operator function to a list with what it uses of each workspace (`FunctionWorkspaceUsage`).',
      shown: {
        where: `Overview, “${OPERATORS_PANEL}”`,
        in: SOUND,
        by: panel(OPERATORS_PANEL),
        gives: [
          ['Total', '', 96n],
          ['fused_dense', 'CPU (1)', 96n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: memory({ operator_functions: undefined }) },
        { code: 'mlf/field-type', in: memory({ operator_functions: 1 }) },
        { code: 'mlf/empty-field', in: memory({ operator_functions: { fused_dense: [] } }) },
      ],
    },
    {
      defines: 'Of main: `"device"`, an `int`, the `device_type` of the workspace.',
      shown: {
        where: `Overview, “${MAIN_PANEL}”, the second column`,
        in: SOUND,
        by: panel(MAIN_PANEL),
        gives: [
          ['Total', '', 2476n],
          ['Workspace', 'CPU (1)', 1184n],
          ['Constants', 'CPU (1)', 1284n],
          ['Inputs and outputs', 'CPU (1)', 8n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: main({ device: undefined }) },
        { code: 'mlf/field-type', in: main({ device: '1' }) },
      ],
    },
    ...(
      [
        ['workspace_size_bytes', 'Workspace', 1184n, 'the bytes that the functions called in the workspace need'],
        ['constants_size_bytes', 'Constants', 1284n, 'the size of the constants of the main function'],
        ['io_size_bytes', 'Inputs and outputs', 8n, 'the sum of the sizes of the buffers that the functions use'],
      ] as const
    ).map(([key, label, bytes, says]) => ({
      defines: `Of main: \`"${key}"\`, an \`int\`, ${says}.`,
      shown: {
        where: `Overview, “${label}”`,
        in: SOUND,
        by: inPackage(({ panels = [] }) => panels[0]?.rows.find((row) => row.label === label)?.bytes),
        gives: bytes,
      },
      checked: [
        { code: 'mlf/missing-field' as const, in: main({ [key]: undefined }) },
        { code: 'mlf/field-type' as const, in: main({ [key]: -1 }) },
      ],
    })),
    {
      defines: 'Of an operator function: `"device"`, an `int`, the `device_type` of the workspace.',
      shown: {
        where: `Overview, “${OPERATORS_PANEL}”, the second column`,
        in: operator({ device: 2 }),
        by: panel(OPERATORS_PANEL),
        gives: [
          ['Total', '', 96n],
          ['fused_dense', 'CUDA (2)', 96n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: operator({ device: undefined }) },
        { code: 'mlf/field-type', in: operator({ device: '1' }) },
      ],
    },
    {
      defines: 'Of an operator function: `"workspace_size_bytes"`, an `int`, the bytes that it needs in the workspace.',
      shown: {
        where: `Overview, “${OPERATORS_PANEL}”`,
        in: operator({ workspace_size_bytes: 7 }),
        by: panel(OPERATORS_PANEL),
        gives: [
          ['Total', '', 7n],
          ['fused_dense', 'CPU (1)', 7n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: operator({ workspace_size_bytes: undefined }) },
        { code: 'mlf/field-type', in: operator({ workspace_size_bytes: 1.5 }) },
      ],
    },
  ],
};

/** TVM's document, part by part. */
export const MLF_DOCUMENT: FormatDocument = {
  title: 'Model Library Format (TVM)',
  about:
    'The [document](https://tvm.apache.org/docs/arch/model_library_format.html) of version 5. Boxcutter does not edit model libraries: an export of TVM is not written by hand.',
  sound: SOUND,
  sections: [LAYOUT, METADATA_ROWS, MEMORY_ROWS],
};
