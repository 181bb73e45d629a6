import { buildLibrary, buildParams, MODULE } from '../../src/testing/builders/model-library.ts';
import { type DocumentExample, inPackage } from './row.ts';

/** The document's own shape of the memory summary. Files that TVM writes have it in `functions`. */
export const MAIN = { device: 1, workspace_size_bytes: 1184, constants_size_bytes: 1284, io_size_bytes: 8 };
const MEMORY = { main: [MAIN], operator_functions: { fused_dense: [{ device: 1, workspace_size_bytes: 96 }] } };
export const METADATA = { ...MODULE, version: 5, memory: MEMORY };

/** A library as the document has it, but for some files. A value of undefined leaves a file out. */
export const library = (changes: Record<string, unknown> = {}): DocumentExample => ({
  name: 'sine.tar',
  content: buildLibrary({ 'metadata.json': METADATA, ...changes }),
});
export const metadata = (changes: object) => library({ 'metadata.json': { ...METADATA, ...changes } });
export const memory = (changes: object) => metadata({ memory: { ...MEMORY, ...changes } });
export const main = (changes: object) => memory({ main: [{ ...MAIN, ...changes }] });
export const operator = (changes: object) =>
  memory({ operator_functions: { fused_dense: [{ device: 1, workspace_size_bytes: 96, ...changes }] } });

const PARAMETERS = { 'parameters/sine.params': buildParams([{ name: 'p0', data: new Uint8Array([0, 0, 32, 65]) }]) };
export const SOUND = library(PARAMETERS);

export const file = (path: string) => inPackage(({ files }) => files.find((entry) => entry.path === path)?.path);
export const sources = inPackage(({ own }) => (own as { sources: { path: string; kind: string }[] }).sources);
export const panel = (title: string) =>
  inPackage(({ panels = [] }) =>
    panels.find((one) => one.title === title)?.rows.map(({ label, value, bytes }) => [label, value, bytes]),
  );
export const MAIN_PANEL = 'Memory of the main function';
export const OPERATORS_PANEL = 'Workspaces of operator functions';

export const COMPILED = library({ 'codegen/host/src/lib0.c': undefined, 'codegen/host/lib/lib0.o': 'ELF' });
