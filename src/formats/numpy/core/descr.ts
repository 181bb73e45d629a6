import type { ByteOrder } from '../../../tensor/byte-order.ts';
import { DTYPES, dtypeFacts } from '../../../tensor/dtype.ts';
import { MAX_ELEMENT_BYTES, MAX_NUMPY_RANK, MAX_SIZE, NAMED_FIELDS } from './limits.ts';
import type { Literal } from './literal.ts';

/**
 * - `number`: of `DTYPES`, whether Boxcutter reads it or not.
 * - `text`: UTF-32, `bytes`: no encoding. Both are filled up with zeros.
 * - `object`: a pickle instead of the elements. Its size is unknown.
 * - `structured`: records of fields, none of them an object.
 * - `other`: any other type of NumPy.
 */
export type ElementKind = 'number' | 'text' | 'bytes' | 'object' | 'structured' | 'other';

/** The type of an array's elements. */
export interface ElementType {
  kind: ElementKind;
  /** NumPy's name; `string` of texts and bytes, and `structured` of records. */
  dtype: string;
  /** Bytes of one element. Of objects, those of their pointers, which no file has. */
  bytes: number;
  order: ByteOrder;
  /** The type as written in the header, shortened if it is long: `<f4`. */
  text: string;
  /** Of records: their fields in words, the first of them. */
  fields?: string;
}

/** NumPy's kinds of one letter: how many bytes an element may have, and what it is called. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries(DTYPES).flatMap(([name, facts]) => ('descr' in facts ? [[facts.descr.slice(1), name]] : [])),
);

/** `long double` of several machines. */
const WIDE: ReadonlyMap<string, string> = new Map([
  ['f12', 'float96'],
  ['f16', 'float128'],
  ['c24', 'complex192'],
  ['c32', 'complex256'],
]);

/** `T` is NumPy's own type of texts of any length, whose elements are objects, too. */
const SIMPLE = /^([<>=|]?)(?:([biufc]\d{1,2})|([SaUV])(\d{0,10})|(O[48]?|T)|([Mm])8(\[[^\]]{1,40}\])?|(\?))$/;

/** Characters of a type in a fact or a sentence. */
const MAX_TEXT = 200;

/** The type that a header's `descr` describes, as `numpy.lib.format.descr_to_dtype` reads it. Undefined if it does not describe a type. */
export function elementType(descr: Literal): ElementType | undefined {
  if (typeof descr === 'string') return simpleType(descr);
  if (typeof descr !== 'object' || descr === null || descr.kind === 'dict') return undefined;
  return descr.kind === 'list' ? recordType(descr.items) : subarrayType(descr.items);
}

function simpleType(text: string): ElementType | undefined {
  // NumPy takes the names of its types, too.
  const found = SIMPLE.exec(text === 'object' || text === 'object_' ? 'O' : text);
  if (!found) return numberNamed(text, 'little', text);
  const [, sign, number, letter, digits = '', object, time, unit = '', question] = found;
  const order = sign === '>' ? 'big' : 'little';
  const made = (kind: ElementKind, dtype: string, bytes: number) => ({ kind, dtype, bytes, order, text }) as const;
  if (object !== undefined) return made('object', 'object', 8);
  if (question !== undefined) return numberNamed('bool', order, text);
  if (time !== undefined) return made('other', `${time === 'M' ? 'datetime64' : 'timedelta64'}${unit}`, 8);
  if (number !== undefined) {
    const known = NUMBERS.get(number);
    if (known !== undefined) return numberNamed(known, order, text);
    const wide = WIDE.get(number);
    return wide === undefined ? undefined : made('other', wide, Number(number.slice(1)));
  }
  // Texts (`U`, four bytes a character), bytes (`S`, and `a` of old) and bytes of no meaning (`V`).
  const size = BigInt(digits || 0) * (letter === 'U' ? 4n : 1n);
  if (size > MAX_ELEMENT_BYTES) return undefined;
  if (letter === 'V') return made('other', `void${size * 8n}`, Number(size));
  return made(letter === 'U' ? 'text' : 'bytes', 'string', Number(size));
}

function numberNamed(dtype: string, order: ByteOrder, text: string): ElementType | undefined {
  const facts = dtypeFacts(dtype);
  if (facts?.descr === undefined || facts.bits === undefined) return undefined;
  return { kind: 'number', dtype, bytes: facts.bits / 8, order, text };
}

/** `[(name, descr), (name, descr, shape), ((title, name), descr), …]` */
function recordType(items: readonly Literal[]): ElementType | undefined {
  let bytes = 0n;
  let hasObjects = false;
  const fields: string[] = [];
  const names = new Set<string>();
  for (const item of items) {
    if (typeof item !== 'object' || item === null || item.kind !== 'tuple') return undefined;
    const [titled, descr, shape] = item.items;
    if (item.items.length < 2 || item.items.length > 3 || titled === undefined || descr === undefined) return undefined;
    const name = fieldName(titled);
    const type = elementType(shape === undefined ? descr : { kind: 'tuple', items: [descr, shape] });
    if (name === undefined || !type) return undefined;
    bytes += BigInt(type.bytes);
    if (type.kind === 'object') hasObjects = true;
    // A field without a name only fills up space.
    if (name === '') continue;
    if (names.has(name)) return undefined;
    names.add(name);
    fields.push(`${name} (${nameOf(type)})`);
  }
  if (bytes > MAX_ELEMENT_BYTES) return undefined;
  const shown = fields.slice(0, NAMED_FIELDS);
  const left = fields.length - shown.length;
  const named = `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  const text = named.length > MAX_TEXT ? `${named.slice(0, MAX_TEXT)}…` : named;
  const common = { bytes: Number(bytes), order: 'little' as const, text: `{${text}}`, fields: text };
  return hasObjects
    ? { kind: 'object', dtype: 'object', ...common }
    : { kind: 'structured', dtype: 'structured', ...common };
}

/** What a field's type is called. Texts and bytes are named as in the header. */
function nameOf({ kind, dtype, text, fields }: ElementType): string {
  if (fields !== undefined) return `{${fields}}`;
  return kind === 'text' || kind === 'bytes' ? text : dtype;
}

function fieldName(titled: Literal): string | undefined {
  if (typeof titled === 'string') return titled;
  if (typeof titled !== 'object' || titled === null || titled.kind !== 'tuple') return undefined;
  const [title, name] = titled.items;
  return titled.items.length === 2 && typeof title === 'string' && typeof name === 'string' ? name : undefined;
}

/** `(descr, shape)`: a small array in each element. */
function subarrayType(items: readonly Literal[]): ElementType | undefined {
  const [descr, shape] = items;
  if (items.length !== 2 || descr === undefined || shape === undefined) return undefined;
  const type = elementType(descr);
  const sizes = typeof shape === 'bigint' ? [shape] : sizesOf(shape);
  if (!type || !sizes || sizes.length > MAX_NUMPY_RANK) return undefined;
  let count = 1n;
  for (const size of sizes) {
    count *= size;
    // Elements may have no bytes, so their number has a limit of its own.
    if (size < 0n || count > MAX_ELEMENT_BYTES || count * BigInt(type.bytes) > MAX_ELEMENT_BYTES) return undefined;
  }
  const dtype = `${nameOf(type)}, ${sizes.join(' × ')}`;
  const { fields: _, ...one } = type;
  const bytes = Number(count) * type.bytes;
  return type.kind === 'object'
    ? { ...one, bytes, text: dtype }
    : { ...one, kind: 'structured', dtype, text: dtype, bytes };
}

/** The sizes in a tuple. Undefined unless it is a tuple of whole numbers from 0 to `MAX_SIZE`. */
export function sizesOf(shape: Literal): bigint[] | undefined {
  if (typeof shape !== 'object' || shape === null || shape.kind !== 'tuple') return undefined;
  const sizes = shape.items.filter((size) => typeof size === 'bigint' && size >= 0n && size <= MAX_SIZE) as bigint[];
  return sizes.length === shape.items.length ? sizes : undefined;
}
