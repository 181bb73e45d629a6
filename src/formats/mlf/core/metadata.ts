import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact } from '../../../model/package.ts';
import { deviceText } from './device.ts';
import { FieldReader, METADATA } from './fields.ts';
import { isList, isObject, type Json, type JsonObject, textOf } from './json.ts';
import { type Memory, readMemory } from './memory.ts';

/** One module: of versions before 7, the only one. */
export interface Module extends Memory {
  /** The key in `modules`. Undefined where the fields are at the top. */
  key?: string;
  modelName: string | undefined;
  executors: readonly string[];
  style: string | undefined;
  dependencies: readonly Dependency[];
  /** What its fields say, but for its memory. */
  facts: readonly Fact[];
}

/** What `external_dependencies` names. */
interface Dependency {
  name: string;
  url: string | undefined;
  /** `mlf_path`: `url` is a path in the package. */
  urlType: string | undefined;
  version: string | undefined;
}

export interface Metadata {
  /** Undefined where it is not a number. */
  version?: bigint | undefined;
  modules: readonly Module[];
}

/** The version of the format's document, and the newest one that is known: TVM 0.10 and later write it. */
const DOCUMENT_VERSION = 5n;
const NEWEST_VERSION = 7n;

/** UTF-16 units of a value that a message quotes. */
const MAX_QUOTED = 40;

const MODULE_KEYS: ReadonlySet<string> = new Set([
  ...['export_datetime', 'executors', 'external_dependencies', 'memory', 'model_name'],
  ...['modules', 'runtimes', 'style', 'target', 'version'],
]);

/**
 * TVM writes `%Y-%m-%d %H:%M:%SZ`. The pattern of the document has the minutes, `%M`, instead of the month, and what is
 * written by it has them twice.
 */
const DATE = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})Z$/;

/** Whether a value is the metadata of a model library, judged by its keys. */
export function isMetadata(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  if (isObject(value.get('modules'))) return value.has('version');
  const known = ['export_datetime', 'executors', 'memory', 'model_name', 'runtimes', 'target'];
  return known.filter((key) => value.has(key)).length >= 3;
}

/** The key of a module before what is said of it, where there are several. */
export function prefixOf({ key = '' }: Module, { modules }: Metadata): string {
  return modules.length > 1 ? `${key}: ` : '';
}

/** Reads what metadata.json says, in the shape of any version. Reports what is wrong with it. */
export function readMetadata(value: JsonObject, report: Report): Metadata {
  const read = new FieldReader(report);
  const version = versionOf(value.get('version'), read, report);
  const modules = value.get('modules');
  // The document is that of version 5. Older versions had fewer keys.
  const isDue = version === undefined || version >= DOCUMENT_VERSION;
  if (modules === undefined) return { version, modules: [readModule(value, read, report, isDue)] };
  if (!isObject(modules) || modules.size === 0) {
    report.add('mlf/no-module', '“modules” has no module.', { path: METADATA });
    return { version, modules: [] };
  }
  const all = Array.from(modules, ([key, module]) => {
    const fields = read.object(module, `modules.${key}`) ?? new Map<string, Json>();
    return { ...readModule(fields, read, report, isDue), key };
  });
  return { version, modules: all };
}

function versionOf(stated: Json | undefined, read: FieldReader, report: Report): bigint | undefined {
  const isFloat = typeof stated === 'number' && Number.isSafeInteger(stated);
  // Python, in which TVM's tools are written, finds 5.0 equal to 5.
  const value = isFloat ? BigInt(stated) : stated;
  if (isFloat) read.wrong('version', `a whole number: it is written as ${stated}.0 or with an exponent`);
  if (typeof value !== 'bigint') {
    const text = stated === undefined ? '' : textOf(stated).slice(0, MAX_QUOTED);
    const kind = typeof stated === 'string' ? `the text ${quote(text)}` : text;
    const what = stated === undefined ? 'is missing' : `is ${kind}, and must be a whole number`;
    report.add('mlf/bad-version', `“version” ${what}.`, { path: METADATA });
    return undefined;
  }
  if (value < 1n || value > NEWEST_VERSION) {
    const message = `The version is ${value}. Boxcutter knows 1 to ${NEWEST_VERSION}, and shows what it can read.`;
    report.add('mlf/unknown-version', message, { path: METADATA });
  }
  return value;
}

function readModule(fields: JsonObject, read: FieldReader, report: Report, isDue: boolean): Module {
  const due = (key: string) => read.text(fields.get(key), key) ?? (fields.has(key) ? undefined : read.missing(key));
  const modelName = due('model_name');
  const exported = due('export_datetime');
  checkDate(exported, report);
  const style = read.text(fields.get('style'), 'style');
  const executors = executorsOf(fields, read);
  const targets = targetsOf(fields.get('target'), read);
  const memory = readMemory(fields.get('memory'), read, isDue && style !== 'operator');
  const dependencies = dependenciesOf(fields.get('external_dependencies'), read);
  const fact = (label: string, value: string | undefined, note?: string): Fact[] =>
    value ? [{ label, value, note }] : [];
  const numbered = (label: string, at: number) => (at === 0 ? label : `${label} ${at + 1}`);
  const facts = [
    ...fact('Model name', modelName),
    ...fact('Exported', exported),
    ...fact('Executors', executors.join(', ')),
    ...fact('Style', style),
    ...targets.flatMap(({ device, target }, at) =>
      fact(numbered('Target', at), target, device && `on ${deviceText(device)}`),
    ),
    ...dependencies.flatMap(({ name, version, url }, at) =>
      fact(numbered('External dependency', at), [name, version].join(' ').trim(), url && `at ${url}`),
    ),
    ...Array.from(fields)
      .filter(([key]) => !MODULE_KEYS.has(key))
      .map(([label, value]): Fact => ({ label, stored: true, value: textOf(value) })),
  ];
  return { ...memory, modelName, style, executors, dependencies, facts };
}

function checkDate(text: string | undefined, report: Report): void {
  if (text === undefined || isDate(text)) return;
  const message = `“export_datetime” is ${quote(text)}, which is not a date like 2024-02-29 22:24:53Z.`;
  report.add('mlf/bad-date', message, { path: METADATA });
}

/** Version 2 calls them `runtimes`. A library of operators has none. */
function executorsOf(fields: JsonObject, read: FieldReader): string[] {
  const field = fields.has('executors') ? 'executors' : 'runtimes';
  const value = fields.get(field);
  if (value === undefined) read.missing('executors');
  if (fields.get('style') !== 'operator') read.filled(value, field);
  return read.texts(value, field);
}

/** By the kind of device, as text, or from version 6 on a list. */
function targetsOf(value: Json | undefined, read: FieldReader): { device?: string; target: string }[] {
  if (value === undefined) read.missing('target');
  read.filled(value, 'target');
  if (isList(value)) return read.texts(value, 'target').map((target) => ({ target }));
  if (typeof value === 'string') return [{ target: value }];
  if (!isObject(value)) {
    if (value !== undefined) read.wrong('target', 'an object or a list');
    return [];
  }
  return Array.from(value, ([device, target]) => {
    if (!/^\d+$/.test(device)) read.wrong(`target.${device}`, 'named by the number of a kind of device');
    if (typeof target !== 'string') read.wrong(`target.${device}`, 'a text');
    return { device, target: textOf(target) };
  });
}

function dependenciesOf(value: Json | undefined, read: FieldReader): Dependency[] {
  return read.objects(value, 'external_dependencies').map((item) => {
    const [name = '', url, urlType, version] = ['short_name', 'url', 'url_type', 'version_spec'].map((key) => {
      const text = item.get(key);
      return typeof text === 'string' ? text : undefined;
    });
    return { name, url, urlType, version };
  });
}

function isDate(text: string): boolean {
  const parts = DATE.exec(text)?.slice(1).map(Number);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  // Time goes on after the last second of a month that a leap second makes longer.
  if (day < 1 || hour > 23 || minute > 59 || second > 60) return false;
  if (month === minute) return day <= 31;
  return month >= 1 && month <= 12 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
