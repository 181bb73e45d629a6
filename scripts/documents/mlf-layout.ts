import { buildParams, GRAPH, libraryFiles } from '../../src/testing/builders/model-library.ts';
import { buildTar } from '../../src/testing/builders/tar-builder.ts';
import { COMPILED, file, library, SOUND, sources } from './mlf-examples.ts';
import { type DocumentSection, inPackage, valuesOf } from './row.ts';

/** What the document says of the files of a library. */
export const LAYOUT: DocumentSection = {
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
