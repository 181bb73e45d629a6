import { renameSpec, setField } from '../../src/formats/carton/core/steps.ts';
import type { FieldStep } from '../../src/model/edit.ts';
import {
  type FieldPath,
  type FieldValue,
  type FieldValues,
  isTable,
  sameValue,
  valueAt,
} from '../../src/model/field.ts';
import { parseToml, plainValue } from '../../src/toml/parser.ts';
import { UsageError } from './usage.ts';

/** `KEY=VALUE` on the command line: a field of carton.toml and its new value. */
export interface Assignment {
  /** The key as written, for messages. */
  key: string;
  parts: KeyPart[];
  value: string;
}

interface KeyPart {
  name: string;
  quoted: boolean;
}

/** A part of a key: quoted as in TOML, or bare. */
const PART = /^\s*(?:("(?:[^"\\]|\\.)*")|('[^']*')|([^\s."'=]+))\s*/;

/** Fields that hold text. A value for one of these needs no quotation marks. */
const TEXT_FIELDS: readonly RegExp[] = [
  /^(model_name|short_description|model_description|license|repository|homepage)$/,
  /^required_platforms\.\d+$/,
  /^runner\.(runner_name|required_framework_version)$/,
  /^(input|output)\.\d+\.(name|dtype|description|internal_name)$/,
  /^(self_test|example)\.\d+\.(name|description)$/,
  /^self_test\.\d+\.(inputs|expected_out)\.[^.]+$/,
  /^example\.\d+\.(inputs|sample_out)\.[^.]+$/,
];

const SHAPE = /^(input|output)\.\d+\.shape$/;

/** A shape that is a single symbol. It needs no quotation marks. */
const SYMBOL = /^(\*|[A-Za-z_][A-Za-z0-9_-]*)$/;

/**
 * Parses `KEY=VALUE`. Dots separate the parts of the key, and parts may be quoted as in TOML. Throws a `UsageError`.
 */
export function parseAssignment(text: string): Assignment {
  const parts: KeyPart[] = [];
  for (let rest = text; ; ) {
    const found = PART.exec(rest);
    if (!found) throw new UsageError(`--set takes KEY=VALUE, not ${text}`);
    const [whole, basic, literal, bare] = found;
    const name = basic === undefined ? (literal?.slice(1, -1) ?? bare ?? '') : tomlValue(basic);
    if (typeof name !== 'string') throw new UsageError(`In --set ${text}, ${basic} is no key of TOML.`);
    parts.push({ name, quoted: bare === undefined });
    rest = rest.slice(whole.length);
    if (rest.startsWith('='))
      return { key: text.slice(0, text.length - rest.length).trim(), parts, value: rest.slice(1) };
    if (!rest.startsWith('.')) throw new UsageError(`--set takes KEY=VALUE, not ${text}`);
    rest = rest.slice(1);
  }
}

/**
 * The edit step of an assignment, as the page would make it. For example, a new name of an input also renames its keys
 * in self-tests and examples. Undefined if nothing changes. Throws a `UsageError` if there is no such place or the
 * value is invalid.
 */
export function assignmentStep(values: FieldValues, assignment: Assignment): FieldStep | undefined {
  const { key } = assignment;
  const path = pathOf(values, assignment);
  const old = valueAt(values, path);
  const value = readValue(assignment, path, old);
  if (old !== undefined && sameValue(old, value)) return undefined;
  const [side, index, field] = path;
  const isName = (side === 'input' || side === 'output') && field === 'name' && path.length === 3;
  if (isName && typeof index === 'number' && typeof value === 'string') return renameSpec(values, side, index, value);
  return setField(values, path, key, value);
}

/** The path of a key. A number is an index if it stands inside a list. */
function pathOf(values: FieldValues, { key, parts }: Assignment): FieldPath {
  const path: (string | number)[] = [];
  for (const { name, quoted } of parts) {
    const at = valueAt(values, path);
    if (Array.isArray(at)) {
      const index = !quoted && /^\d{1,9}$/.test(name) ? Number(name) : -1;
      if (index < 0 || index >= at.length)
        throw new UsageError(`--set ${key}: ${path.join('.')} has ${at.length} items, counted from 0, and no ${name}.`);
      path.push(index);
    } else if (at === undefined || isTable(at)) {
      if (at === undefined && !quoted && /^\d+$/.test(name))
        throw new UsageError(`--set ${key}: there is no list ${path.join('.')}.`);
      path.push(name);
    } else throw new UsageError(`--set ${key}: ${path.join('.')} is no table.`);
  }
  return path;
}

function readValue({ key, value: text }: Assignment, path: FieldPath, old: FieldValue | undefined): FieldValue {
  const dotted = path.map((part) => String(part).replaceAll('.', '_')).join('.');
  const value = tomlValue(text);
  if (TEXT_FIELDS.some((field) => field.test(dotted))) return typeof value === 'string' ? value : text;
  if (value !== undefined) return value;
  if (SHAPE.test(dotted) && SYMBOL.test(text)) return text;
  if (typeof old === 'string') return text;
  throw new UsageError(`--set ${key}: ${text} is no value of TOML 1.0. Text stands in quotation marks.`);
}

/** A value of TOML 1.0. Undefined if the text is no value, more than one, or a date, which cannot be set. */
function tomlValue(text: string): FieldValue | undefined {
  const document = parseToml(`value = ${text}`, { path: 'VALUE', syntax: 'toml/syntax', tooLarge: 'toml/syntax' });
  if (!document.value || document.findings.length > 0) return undefined;
  const { value, ...more } = document.value;
  return Object.keys(more).length > 0 || holdsDate(value) ? undefined : plainValue(value);
}

function holdsDate(value: unknown): boolean {
  if (value instanceof Date) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsDate);
}
