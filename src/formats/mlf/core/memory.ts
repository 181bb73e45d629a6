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

/** A row, and the device whose memory it is of: memory of two devices has no sum. */
type Sized = PanelRow & { bytes: bigint; device?: string | undefined };

/**
 * The document has `main` and `operator_functions` at the top; files of TVM have them in `functions`.
 *
 * @param isDue report the keys of the document that are missing
 */
export function readMemory(value: Json | undefined, read: FieldReader, isDue: boolean): Memory {
  if (value === undefined) read.missing('memory');
  const memory = read.object(value, 'memory');
  const nested = read.object(memory?.get('functions'), 'memory.functions');
  const usage = nested ?? memory ?? new Map<string, Json>();
  if (memory && isDue) {
    for (const key of ['main', 'operator_functions']) if (!usage.has(key)) read.missing(`memory.${key}`);
    read.filled(usage.get('main'), 'memory.main');
  }
  const main = read.objects(usage.get('main'), 'memory.main');
  const mainRows = mainRowsOf(main, read, isDue);
  const of = (key: 'inputs' | 'outputs') =>
    main.flatMap((item) => argumentsIn(item.get(key), `memory.main.${key}`, read));
  const [inputs, outputs] = [of('inputs'), of('outputs')];
  const functions = functionsIn(usage.get('operator_functions'), read, isDue);
  const { storages, operators } = bufferRowsOf(memory ?? usage, read);
  const panels = [
    ...panelOf('Memory of the main function', mainRows, mainRows.length),
    ...panelOf('Workspaces of operator functions', workspaceRowsOf(functions, read, isDue)),
    ...panelOf('Storages of the graph', storages),
    ...panelOf('Buffers of operators', operators),
  ];
  return { panels, functions: functions.map(({ name }) => name), inputs, outputs };
}

/** The rows, each with its part of what its device has, below the sum for each device. */
function panelOf(title: string, rows: readonly Sized[], most = MAX_PANEL_ROWS): Panel[] {
  if (rows.length === 0) return [];
  const totals = new Map<string | undefined, bigint>();
  for (const { device, bytes } of rows) totals.set(device, (totals.get(device) ?? 0n) + bytes);
  const share = ({ device, bytes }: Sized) => {
    const total = totals.get(device) ?? 0n;
    return total === 0n ? 0 : Number((bytes * 1_000_000n) / total) / 1_000_000;
  };
  const sums = Array.from(totals, ([device, bytes]): PanelRow => {
    const where = totals.size === 1 ? '' : ` on ${device ?? 'an unknown device'}`;
    return { label: `Total${where}`, value: '', bytes };
  });
  const shown = rows.slice(0, most).map((row): PanelRow => {
    const { device: _, ...rest } = row;
    return { ...rest, share: share(row) };
  });
  const more = rows.length > most ? rows.length - most : undefined;
  return [{ title, rows: [...sums.slice(0, MAX_PANEL_ROWS), ...shown], more }];
}

/** The device of an entry: a number (`device_type`). One that is wrong is shown as it is. */
function deviceOf(item: JsonObject, field: string, read: FieldReader, isDue: boolean): string | undefined {
  const device = item.get('device');
  if (device === undefined) return isDue ? read.missing(`${field}.device`) : undefined;
  if (typeof device !== 'bigint') read.wrong(`${field}.device`, 'a whole number');
  return deviceText(textOf(device));
}

function mainRowsOf(main: readonly JsonObject[], read: FieldReader, isDue: boolean): Sized[] {
  return main.flatMap((item, at) => {
    const device = deviceOf(item, 'memory.main', read, isDue);
    const on = main.length === 1 ? '' : `, ${device ?? `entry ${at + 1}`}`;
    return MAIN_SIZES.flatMap(([label, keys]) => {
      const bytes = read.bytes(item, keys, 'memory.main', isDue);
      return bytes === undefined ? [] : [{ label: `${label}${on}`, value: device ?? '', bytes, device }];
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
function functionsIn(value: Json | undefined, read: FieldReader, isDue: boolean): OperatorFunction[] {
  const field = 'memory.operator_functions';
  const workspacesIn = (list: Json | undefined, of: string) => {
    if (isDue) read.filled(list, of);
    return read.objects(list, of);
  };
  if (isObject(value)) {
    return Array.from(value, ([name, list]) => {
      const workspaces = workspacesIn(list, `${field}.${name}`);
      return { name, workspaces, field: `${field}.${name}` };
    });
  }
  const inner = `${field}.workspace`;
  return read.objects(value, field).map((item) => {
    const name = item.get('function_name');
    if (typeof name !== 'string') read.wrong(`${field}.function_name`, 'a text');
    if (isDue && !item.has('workspace')) read.missing(inner);
    const workspaces = workspacesIn(item.get('workspace'), inner);
    return { name: typeof name === 'string' ? name : '', workspaces, field: inner };
  });
}

/** The functions with the largest workspaces first. */
function workspaceRowsOf(functions: readonly OperatorFunction[], read: FieldReader, isDue: boolean): Sized[] {
  const rows = functions.flatMap(({ name, workspaces, field }) => {
    const sized = workspaces.flatMap((item) => {
      const device = deviceOf(item, field, read, isDue);
      const bytes = read.bytes(item, ['workspace_size_bytes'], field, isDue);
      return bytes === undefined ? [] : [{ value: device ?? '', bytes, device }];
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
