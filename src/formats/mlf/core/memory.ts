import type { Panel, PanelRow } from '../../../model/package.ts';
import { deviceText } from './device.ts';
import type { FieldReader } from './fields.ts';
import { isList, isObject, type Json, type JsonObject, textOf } from './json.ts';
import { MAX_PANEL_ROWS } from './limits.ts';

/** An input or output that version 7 states. */
export interface Argument {
  name: string;
  dtype?: string | undefined;
  bytes?: bigint | undefined;
}

/** What a module's `memory` says. */
export interface Memory {
  /** Tables of what its functions use and are given. */
  panels: readonly Panel[];
  /** Names of its operator functions. */
  functions: readonly string[];
  inputs: readonly Argument[];
  outputs: readonly Argument[];
}

/** Keys that say what functions use. */
const FUNCTION_KEYS: ReadonlySet<string> = new Set(['functions', 'main', 'operator_functions']);

/** Sizes of the main function (`MainFunctionWorkspaceUsage`): of the document, and as TVM writes them. */
const MAIN_SIZES = [
  ['Workspace', ['workspace_size_bytes']],
  ['Constants', ['constants_size_bytes', 'constants']],
  ['Inputs and outputs', ['io_size_bytes', 'io']],
] as const;

type Sized = PanelRow & { bytes: bigint };

/** The document has `main` and `operator_functions` at the top; files of TVM have them in `functions`. */
export function readMemory(value: Json | undefined, read: FieldReader): Memory {
  if (value === undefined) read.missing('memory');
  const memory = read.object(value, 'memory') ?? new Map<string, Json>();
  const usage = read.object(memory.get('functions'), 'memory.functions') ?? memory;
  const main = read.objects(usage.get('main'), 'memory.main');
  const mainRows = mainRowsOf(main, read);
  const of = (key: 'inputs' | 'outputs') =>
    main.flatMap((item) => argumentsIn(item.get(key), `memory.main.${key}`, read));
  const [inputs, outputs] = [of('inputs'), of('outputs')];
  const functions = functionsIn(usage.get('operator_functions'), read);
  const { storages, operators } = bufferRowsOf(memory, read);
  const panels = [
    ...panelOf('Memory of the main function', mainRows, mainRows.length),
    ...panelOf('Workspaces of operator functions', workspaceRowsOf(functions, read)),
    ...panelOf('Storages of the graph', storages),
    ...panelOf('Buffers of operators', operators),
  ];
  return { panels, functions: functions.map(({ name }) => name), inputs, outputs };
}

/** The rows with the part of each of the whole, below their sum. */
function panelOf(title: string, rows: readonly Sized[], most = MAX_PANEL_ROWS): Panel[] {
  if (rows.length === 0) return [];
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0n);
  const share = (bytes: bigint) => (total === 0n ? 0 : Number((bytes * 1_000_000n) / total) / 1_000_000);
  const shown = rows.slice(0, most).map((row) => ({ ...row, share: share(row.bytes) }));
  const more = rows.length > most ? rows.length - most : undefined;
  return [{ title, rows: [{ label: 'Total', value: '', bytes: total }, ...shown], more }];
}

function deviceOf(item: JsonObject): string | undefined {
  const device = item.get('device');
  return device === undefined ? undefined : deviceText(textOf(device));
}

function mainRowsOf(main: readonly JsonObject[], read: FieldReader): Sized[] {
  return main.flatMap((item, at) => {
    const device = deviceOf(item);
    const on = main.length === 1 ? '' : `, ${device ?? `entry ${at + 1}`}`;
    return MAIN_SIZES.flatMap(([label, keys]) => {
      const bytes = read.bytes(item, keys, 'memory.main');
      return bytes === undefined ? [] : [{ label: `${label}${on}`, value: device ?? '', bytes }];
    });
  });
}

function argumentsIn(value: Json | undefined, field: string, read: FieldReader): Argument[] {
  return Array.from(read.object(value, field) ?? [], ([name, stated]) => {
    const about = read.object(stated, `${field}.${name}`);
    const dtype = about?.get('dtype');
    const bytes = about && read.bytes(about, ['size'], field);
    return { name, dtype: typeof dtype === 'string' ? dtype : undefined, bytes };
  });
}

/** A function with what it uses on each device (`FunctionWorkspaceUsage`). */
interface OperatorFunction {
  name: string;
  workspaces: readonly JsonObject[];
  field: string;
}

/** The document has an object by name; files of TVM have a list. */
function functionsIn(value: Json | undefined, read: FieldReader): OperatorFunction[] {
  const field = 'memory.operator_functions';
  if (isObject(value)) {
    return Array.from(value, ([name, list]) => ({ name, workspaces: read.objects(list, field), field }));
  }
  const inner = `${field}.workspace`;
  return read.objects(value, field).map((item) => {
    const name = item.get('function_name');
    if (typeof name !== 'string') read.wrong(`${field}.function_name`, 'a text');
    const workspaces = read.objects(item.get('workspace'), inner);
    return { name: typeof name === 'string' ? name : '', workspaces, field: inner };
  });
}

/** The functions with the largest workspaces first. */
function workspaceRowsOf(functions: readonly OperatorFunction[], read: FieldReader): Sized[] {
  const rows = functions.flatMap(({ name, workspaces, field }) => {
    const sized = workspaces.flatMap((item) => {
      const bytes = read.bytes(item, ['workspace_size_bytes'], field);
      return bytes === undefined ? [] : [{ value: deviceOf(item) ?? '', bytes }];
    });
    return sized.map(
      (row, at): Sized => ({ label: sized.length > 1 ? `${name} (${at + 1})` : name, stored: true, ...row }),
    );
  });
  rows.sort((a, b) => (a.bytes === b.bytes ? 0 : a.bytes > b.bytes ? -1 : 1));
  // A function may be there twice. The largest counts.
  const seen = new Set<string>();
  return rows.filter(({ label }) => !seen.has(label) && seen.add(label));
}

/**
 * What a graph or an operator is given, in the order of the file: TVM writes it, and the document does not have it.
 * `sids` are the storages of the graph. Of the style `operator`, each key is an operator (TVM's `micro`).
 */
function bufferRowsOf(memory: JsonObject, read: FieldReader): { storages: Sized[]; operators: Sized[] } {
  const storages: Sized[] = [];
  const operators: Sized[] = [];
  for (const [key, list] of memory) {
    if (FUNCTION_KEYS.has(key)) continue;
    for (const item of read.objects(list, `memory.${key}`)) {
      const bytes = read.bytes(item, ['size_bytes'], `memory.${key}`);
      if (bytes === undefined) continue;
      const [input, dtype] = ['input_binding', 'dtype']
        .map((of) => item.get(of))
        .map((text) => (typeof text === 'string' ? text : undefined));
      const shape = item.get('shape');
      const sizes = isList(shape) && shape.every((size) => typeof size === 'bigint') ? shape.join(' × ') : undefined;
      const type = [dtype, sizes].filter(Boolean).join(' ');
      if (key === 'sids') {
        const storage = item.get('storage_id');
        const label = `Storage ${storage === undefined ? storages.length : textOf(storage)}`;
        storages.push({ label, value: [input, type].filter(Boolean).join(', '), bytes });
      } else {
        const label = input === undefined ? `${key} (${operators.length + 1})` : `${key}: ${input}`;
        operators.push({ label, stored: true, value: type, bytes });
      }
    }
  }
  return { storages, operators };
}
