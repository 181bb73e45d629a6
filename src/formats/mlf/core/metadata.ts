import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { isList, isObject, type Json, type JsonObject, textOf } from './json.ts';

/** Memory of a device that a function uses, in bytes (`FunctionWorkspaceUsage` of the document). */
export interface Workspace {
  /** TVM's number of the kind of device, as text. */
  device?: string;
  bytes: bigint;
}

/** What the main function uses on one device, in bytes (`MainFunctionWorkspaceUsage`). */
export interface MainUsage {
  device?: string;
  workspace?: bigint;
  constants?: bigint;
  io?: bigint;
  inputs: readonly Argument[];
  outputs: readonly Argument[];
}

/** An input or output of version 7. */
export interface Argument {
  name: string;
  dtype?: string;
  bytes?: bigint;
}

export interface OperatorFunction {
  name: string;
  workspaces: readonly Workspace[];
}

/** Memory that a graph or an operator is given: TVM writes it, and the document does not have it. */
export interface MemoryBuffer {
  /** The operator that takes it. Undefined for a storage of the graph. */
  operator?: string;
  /** The number of a storage of the graph, as text. */
  storage?: string;
  /** The input that it is, by its name. */
  input?: string;
  dtype?: string;
  shape?: readonly bigint[];
  bytes: bigint;
}

/** One module: of versions before 7, the only one. */
export interface Module {
  /** The key in `modules`. Undefined where the fields are at the top. */
  key?: string;
  modelName?: string;
  exportDatetime?: string;
  executors: readonly string[];
  style?: string;
  /** The kind of device, as text, where it is stated, and the target. */
  targets: readonly { device?: string; target: string }[];
  main: readonly MainUsage[];
  functions: readonly OperatorFunction[];
  buffers: readonly MemoryBuffer[];
  dependencies: readonly Dependency[];
  /** Fields that the document does not have. */
  others: readonly { key: string; value: string }[];
}

/** What `external_dependencies` names. */
export interface Dependency {
  name: string;
  url?: string;
  /** `mlf_path`: `url` is a path in the package. */
  urlType?: string;
  version?: string;
}

export interface Metadata {
  /** Undefined where it is not a number. */
  version?: bigint;
  modules: readonly Module[];
}

const PATH = 'metadata.json';

/** The newest version that is known: TVM 0.10 and later write it. */
const NEWEST_VERSION = 7n;

const MODULE_KEYS: ReadonlySet<string> = new Set([
  'export_datetime',
  'executors',
  'external_dependencies',
  'memory',
  'model_name',
  'modules',
  'runtimes',
  'style',
  'target',
  'version',
]);

/** Keys of the memory that say what functions use. */
const MEMORY_KEYS: ReadonlySet<string> = new Set(['functions', 'main', 'operator_functions']);

/** TVM writes `%Y-%m-%d %H:%M:%SZ`. The pattern of the document has the minutes, `%M`, instead of the month. */
const DATE = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})Z$/;

/** Whether a value is the metadata of a model library, judged by its keys. */
export function isMetadata(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  if (isObject(value.get('modules'))) return value.has('version');
  const known = ['export_datetime', 'executors', 'memory', 'model_name', 'runtimes', 'target'];
  return known.filter((key) => value.has(key)).length >= 3;
}

/** Reads what metadata.json says, in the shape of any version. Reports what is wrong with it. */
export function readMetadata(value: JsonObject, report: Report): Metadata {
  const reader = new MetadataReader(report);
  const version = reader.version(value.get('version'));
  const modules = value.get('modules');
  if (modules === undefined) return { version, modules: [reader.module(value)] };
  if (!isObject(modules) || modules.size === 0) {
    report.add('mlf/no-module', '“modules” has no module.', { path: PATH });
    return { version, modules: [] };
  }
  const read = Array.from(modules, ([key, module]) => {
    if (isObject(module)) return { ...reader.module(module), key };
    reader.wrong(`modules.${key}`, 'an object');
    return { ...reader.module(new Map()), key };
  });
  return { version, modules: read };
}

class MetadataReader {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  wrong(field: string, due: string): void {
    this.#report.add('mlf/field-type', `${quote(field)} is not ${due}.`, { path: PATH });
  }

  version(value: Json | undefined): bigint | undefined {
    if (typeof value !== 'bigint') {
      const what = value === undefined ? 'is missing' : `is ${textOf(value).slice(0, 40)}, and not a whole number`;
      this.#report.add('mlf/bad-version', `“version” ${what}.`, { path: PATH });
      return undefined;
    }
    if (value < 1n || value > NEWEST_VERSION) {
      const message = `The version is ${value}. Boxcutter knows 1 to ${NEWEST_VERSION}, and shows what it can read.`;
      this.#report.add('mlf/unknown-version', message, { path: PATH });
    }
    return value;
  }

  module(fields: JsonObject): Module {
    const modelName = this.#text(fields, 'model_name', true);
    const exportDatetime = this.#date(fields);
    const style = this.#text(fields, 'style', false);
    return {
      modelName,
      exportDatetime,
      style,
      executors: this.#executors(fields),
      targets: this.#targets(fields.get('target')),
      ...this.#memory(fields.get('memory')),
      dependencies: this.#dependencies(fields.get('external_dependencies')),
      others: [...fields]
        .filter(([key]) => !MODULE_KEYS.has(key))
        .map(([key, value]) => ({ key, value: textOf(value) })),
    };
  }

  #missing(field: string): void {
    this.#report.add('mlf/missing-field', `${quote(field)} is missing.`, { path: PATH });
  }

  #text(fields: JsonObject, field: string, isDue: boolean): string | undefined {
    const value = fields.get(field);
    if (typeof value === 'string') return value;
    if (value !== undefined) this.wrong(field, 'a text');
    else if (isDue) this.#missing(field);
    return undefined;
  }

  #date(fields: JsonObject): string | undefined {
    const text = this.#text(fields, 'export_datetime', true);
    if (text !== undefined && !isDate(text)) {
      const message = `“export_datetime” is ${quote(text)}, which is not a date like 2024-02-29 22:24:53Z.`;
      this.#report.add('mlf/bad-date', message, { path: PATH });
    }
    return text;
  }

  /** Version 2 calls them `runtimes`. */
  #executors(fields: JsonObject): string[] {
    const field = fields.has('executors') ? 'executors' : 'runtimes';
    const value = fields.get(field);
    if (value === undefined) {
      this.#missing('executors');
      return [];
    }
    const texts = isList(value) ? value.filter((item) => typeof item === 'string') : [];
    if (!isList(value) || texts.length !== value.length) this.wrong(field, 'a list of texts');
    return texts;
  }

  /** By kind of device, or from version 6 on a list. */
  #targets(value: Json | undefined): Module['targets'] {
    if (value === undefined) this.#missing('target');
    else if (isObject(value)) return Array.from(value, ([device, target]) => ({ device, target: textOf(target) }));
    else if (isList(value)) return value.map((target) => ({ target: textOf(target) }));
    else if (typeof value === 'string') return [{ target: value }];
    else this.wrong('target', 'an object or a list');
    return [];
  }

  /** The document has `main` and `operator_functions` at the top; files of TVM have them in `functions`. */
  #memory(value: Json | undefined): Pick<Module, 'main' | 'functions' | 'buffers'> {
    if (value === undefined) this.#missing('memory');
    else if (!isObject(value)) this.wrong('memory', 'an object');
    if (!isObject(value)) return { main: [], functions: [], buffers: [] };
    const inner = value.get('functions');
    if (inner !== undefined && !isObject(inner)) this.wrong('memory.functions', 'an object');
    const fields = isObject(inner) ? inner : value;
    return {
      main: this.#objects(fields.get('main'), 'memory.main').map((item) => this.#main(item)),
      functions: this.#functions(fields.get('operator_functions')),
      buffers: [...value].filter(([key]) => !MEMORY_KEYS.has(key)).flatMap(([key, list]) => this.#buffers(list, key)),
    };
  }

  /** `sids` are the storages of the graph. Of the style `operator`, each key is an operator (TVM's `micro`). */
  #buffers(value: Json | undefined, key: string): MemoryBuffer[] {
    const field = `memory.${key}`;
    return this.#objects(value, field).flatMap((item) => {
      const bytes = this.#bytes(item, ['size_bytes'], field);
      if (bytes === undefined) return [];
      const [storage, dtype, input, shape] = ['storage_id', 'dtype', 'input_binding', 'shape'].map((of) =>
        item.get(of),
      );
      const sizes = isList(shape) ? shape.filter((size) => typeof size === 'bigint') : [];
      return {
        bytes,
        ...(key === 'sids' ? {} : { operator: key }),
        ...(storage === undefined ? {} : { storage: textOf(storage) }),
        ...(typeof input === 'string' ? { input } : {}),
        ...(typeof dtype === 'string' ? { dtype } : {}),
        ...(isList(shape) && sizes.length === shape.length ? { shape: sizes } : {}),
      };
    });
  }

  #objects(value: Json | undefined, field: string): JsonObject[] {
    if (value === undefined) return [];
    const items = isList(value) ? value.filter(isObject) : [];
    if (!isList(value) || items.length !== value.length) this.wrong(field, 'a list of objects');
    return items;
  }

  #main(item: JsonObject): MainUsage {
    const device = this.#device(item);
    const size = (...keys: string[]) => this.#bytes(item, keys, 'memory.main');
    const workspace = size('workspace_size_bytes');
    const constants = size('constants_size_bytes', 'constants');
    const io = size('io_size_bytes', 'io');
    return {
      device,
      workspace,
      constants,
      io,
      inputs: this.#arguments(item.get('inputs'), 'inputs'),
      outputs: this.#arguments(item.get('outputs'), 'outputs'),
    };
  }

  #arguments(value: Json | undefined, field: string): Argument[] {
    if (value === undefined) return [];
    if (!isObject(value)) {
      this.wrong(`memory.main.${field}`, 'an object');
      return [];
    }
    return Array.from(value, ([name, about]) => {
      if (!isObject(about)) {
        this.wrong(`memory.main.${field}.${name}`, 'an object');
        return { name };
      }
      const dtype = about.get('dtype');
      const bytes = this.#bytes(about, ['size'], `memory.main.${field}`);
      return {
        name,
        ...(typeof dtype === 'string' ? { dtype } : {}),
        bytes,
      };
    });
  }

  /** The document has an object by name; files of TVM have a list. */
  #functions(value: Json | undefined): OperatorFunction[] {
    const field = 'memory.operator_functions';
    if (isObject(value)) {
      return Array.from(value, ([name, workspaces]) => ({ name, workspaces: this.#workspaces(workspaces, field) }));
    }
    return this.#objects(value, field).map((item) => {
      const name = item.get('function_name');
      if (typeof name !== 'string') this.wrong(`${field}.function_name`, 'a text');
      return {
        name: typeof name === 'string' ? name : '',
        workspaces: this.#workspaces(item.get('workspace'), `${field}.workspace`),
      };
    });
  }

  #workspaces(value: Json | undefined, field: string): Workspace[] {
    return this.#objects(value, field).flatMap((item) => {
      const device = this.#device(item);
      const bytes = this.#bytes(item, ['workspace_size_bytes'], field);
      return bytes === undefined ? [] : [{ device, bytes }];
    });
  }

  #device(item: JsonObject): string | undefined {
    const value = item.get('device');
    return value === undefined ? undefined : textOf(value);
  }

  #bytes(item: JsonObject, keys: readonly string[], field: string): bigint | undefined {
    for (const key of keys) {
      const value = item.get(key);
      if (value === undefined) continue;
      if (typeof value === 'bigint' && value >= 0n) return value;
      this.wrong(`${field}.${key}`, 'a number of bytes');
    }
    return undefined;
  }

  #dependencies(value: Json | undefined): Dependency[] {
    return this.#objects(value, 'external_dependencies').map((item) => {
      const text = (key: string) => {
        const found = item.get(key);
        return typeof found === 'string' ? found : undefined;
      };
      const [url, urlType, version] = [text('url'), text('url_type'), text('version_spec')];
      return {
        name: text('short_name') ?? '',
        url,
        urlType,
        version,
      };
    });
  }
}

function isDate(text: string): boolean {
  const parts = DATE.exec(text)?.slice(1).map(Number);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  // Time goes on after the last second of a month that a leap second makes longer.
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
