import { formatNumberOf } from '../../../base/amounts.ts';
import type { Fact, Panel, PanelRow, TensorSpec } from '../../../model/package.ts';
import { dtypeFacts } from '../../../tensor/dtype.ts';
import { deviceText } from './device.ts';
import { MAX_PANEL_ROWS } from './limits.ts';
import type { MemoryBuffer, Metadata, Module } from './metadata.ts';
import type { ShownGraph } from './own.ts';
import type { DeclaredArgument } from './sources.ts';

/** The key of a module before what is said of it, where there are several. */
function prefixOf(module: Module, { modules }: Metadata): string {
  return modules.length > 1 ? `${module.key ?? ''}: ` : '';
}

/** What metadata.json says, field by field. */
export function factsOf(metadata: Metadata): Fact[] {
  const { version, modules } = metadata;
  return [
    ...(version === undefined ? [] : [{ label: 'Version', value: String(version) }]),
    ...modules.flatMap((module) => {
      const prefix = prefixOf(module, metadata);
      const fact = (label: string, value: string | undefined): Fact[] =>
        value === undefined || value === '' ? [] : [{ label: `${prefix}${label}`, value }];
      return [
        ...fact('Model name', module.modelName),
        ...fact('Exported', module.exportDatetime),
        ...fact('Executors', module.executors.join(', ')),
        ...fact('Style', module.style),
        ...module.targets.flatMap(({ device, target }, at) =>
          fact(at === 0 ? 'Target' : `Target ${at + 1}`, target).map((item) =>
            device === undefined ? item : { ...item, note: `on ${deviceText(device)}` },
          ),
        ),
        ...module.dependencies.flatMap(({ name, version: needed, url }, at) =>
          fact(at === 0 ? 'External dependency' : `External dependency ${at + 1}`, [name, needed].join(' ').trim()).map(
            (item) => (url === undefined ? item : { ...item, note: `at ${url}` }),
          ),
        ),
        ...module.others.map(({ key, value }): Fact => ({ label: `${prefix}${key}`, stored: true, value })),
      ];
    }),
  ];
}

/** Tables of the memory that each module uses. */
export function memoryPanels(metadata: Metadata): Panel[] {
  return metadata.modules.flatMap((module) => {
    const prefix = prefixOf(module, metadata);
    return [...mainPanel(module, prefix), ...functionPanel(module, prefix), ...bufferPanels(module, prefix)];
  });
}

function mainPanel({ main }: Module, prefix: string): Panel[] {
  const parts = main.flatMap(({ device, workspace, constants, io }, at) => {
    const on = main.length === 1 ? '' : `, ${device === undefined ? `entry ${at + 1}` : deviceText(device)}`;
    const value = device === undefined ? '' : deviceText(device);
    return [
      { label: `Workspace${on}`, value, bytes: workspace },
      { label: `Constants${on}`, value, bytes: constants },
      { label: `Inputs and outputs${on}`, value, bytes: io },
    ].flatMap(({ bytes, ...row }) => (bytes === undefined ? [] : [{ ...row, bytes }]));
  });
  return parts.length === 0 ? [] : [{ title: `${prefix}Memory of the main function`, rows: withTotal(parts) }];
}

/** The functions with the largest workspaces first. */
function functionPanel({ functions }: Module, prefix: string): Panel[] {
  const rows = functions.flatMap(({ name, workspaces }) =>
    workspaces.map(({ device, bytes }, at) => ({
      label: workspaces.length > 1 ? `${name} (${at + 1})` : name,
      stored: true as const,
      value: device === undefined ? '' : deviceText(device),
      bytes,
    })),
  );
  if (rows.length === 0) return [];
  rows.sort((a, b) => (a.bytes === b.bytes ? 0 : a.bytes > b.bytes ? -1 : 1));
  const seen = new Set<string>();
  const unique = rows.filter(({ label }) => !seen.has(label) && seen.add(label));
  const title = `${prefix}Workspaces of operator functions`;
  const more = unique.length - MAX_PANEL_ROWS;
  return [{ title, rows: withTotal(unique, MAX_PANEL_ROWS), ...(more > 0 ? { more } : {}) }];
}

/** Storages of a graph, and what operators are given, in the order of the file. */
function bufferPanels({ buffers }: Module, prefix: string): Panel[] {
  const panel = (title: string, of: readonly MemoryBuffer[]): Panel[] => {
    if (of.length === 0) return [];
    const more = of.length - MAX_PANEL_ROWS;
    const rows = withTotal(of.map(bufferRow), MAX_PANEL_ROWS);
    return [{ title: `${prefix}${title}`, rows, ...(more > 0 ? { more } : {}) }];
  };
  return [
    ...panel(
      'Storages of the graph',
      buffers.filter(({ operator }) => operator === undefined),
    ),
    ...panel(
      'Buffers of operators',
      buffers.filter(({ operator }) => operator !== undefined),
    ),
  ];
}

function bufferRow({ operator, storage, input, dtype, shape, bytes }: MemoryBuffer, at: number): Sized {
  const type = [dtype ?? '', shape ? shape.join(' × ') : ''].filter((text) => text !== '').join(' ');
  if (operator !== undefined) {
    return {
      label: input === undefined ? `${operator} (${at + 1})` : `${operator}: ${input}`,
      stored: true,
      value: type,
      bytes,
    };
  }
  return {
    label: `Storage ${storage ?? at}`,
    value: [input ?? '', type].filter((text) => text !== '').join(', '),
    bytes,
  };
}

type Sized = PanelRow & { bytes: bigint };

/** The rows with the part of each of the whole, below their sum. */
function withTotal(rows: readonly Sized[], most = rows.length): PanelRow[] {
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0n);
  const share = (bytes: bigint) => (total === 0n ? 0 : Number((bytes * 1_000_000n) / total) / 1_000_000);
  return [
    { label: 'Total', value: '', bytes: total },
    ...rows.slice(0, most).map((row) => ({ ...row, share: share(row.bytes) })),
  ];
}

/**
 * The inputs or outputs: those that version 7 states, with types and sizes and no shapes, else those of the graph, else
 * those that a header declares. Nodes of the graph that take nothing and are not parameters are its inputs.
 */
export function argumentsOf(
  metadata: Metadata,
  of: 'inputs' | 'outputs',
  graphs: readonly ShownGraph[],
  parameters: ReadonlyMap<string, unknown>,
  declared: readonly DeclaredArgument[],
): TensorSpec[] {
  const stated = metadata.modules.flatMap((module) =>
    module.main.flatMap((main) =>
      main[of].map(({ name, dtype, bytes }) => ({
        name: `${prefixOf(module, metadata)}${name}`,
        ...shapeIn(graphs, name, dtype, bytes),
        dtype,
        ...(bytes === undefined ? {} : { description: formatNumberOf(bytes, 'byte') }),
      })),
    ),
  );
  if (stated.length > 0) return stated;
  if (graphs.length !== 1) return declaredArguments(declared, of);
  const nodes = graphs.flatMap((graph) =>
    of === 'outputs' ? graph.outputs : graph.nodes.filter(({ op, name }) => op === 'null' && !parameters.has(name)),
  );
  return nodes.map(({ name, dtype, shape }) => ({
    name,
    dtype,
    ...(shape ? { shape } : { shapeless: true as const }),
  }));
}

/** What headers declare: pointers without types, and their sizes. */
function declaredArguments(declared: readonly DeclaredArgument[], of: 'inputs' | 'outputs'): TensorSpec[] {
  const hasSeveral = new Set(declared.map(({ module }) => module)).size > 1;
  return declared
    .filter((argument) => argument.of === of)
    .map(({ module, name, bytes }) => ({
      name: hasSeveral ? `${module}: ${name}` : name,
      shapeless: true,
      description: bytes === undefined ? undefined : `${BigInt(bytes).toLocaleString('en')} bytes`,
    }));
}

/** The shape of an input, which the graph has where there is one that needs as many bytes. */
function shapeIn(
  graphs: readonly ShownGraph[],
  input: string,
  dtype: string | undefined,
  bytes: bigint | undefined,
): Pick<TensorSpec, 'shape' | 'shapeless'> {
  const node =
    graphs.length === 1 ? graphs[0]?.nodes.find(({ op, name }) => op === 'null' && name === input) : undefined;
  const bits = dtypeFacts(dtype ?? '')?.bits;
  if (!node?.shape || bits === undefined) return { shapeless: true };
  const count = node.shape.reduce((product, length) => product * length, 1n);
  return (count * BigInt(bits) + 7n) / 8n === bytes ? { shape: node.shape } : { shapeless: true };
}
