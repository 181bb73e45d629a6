import { grouped } from '../../../../base/amounts.ts';
import { concatBytes, encodeUtf8 } from '../../../../base/bytes.ts';
import { isWellFormed, quote, shortened } from '../../../../base/text.ts';
import type { Encoding } from '../header/cursor.ts';
import { valueText } from '../header/key-value.ts';
import {
  type NumberType,
  type NumberValue,
  VALUE_TYPES,
  type ValueType,
  valueWidth,
  wholeRange,
  writeNumber,
} from '../header/value-type.ts';
import { MAX_EDITED_ITEMS, MAX_EDITED_LIST_BYTES, MAX_VALUE_BYTES } from '../limits.ts';

/** Before the type of a list's items, in the name of the list's own type: "array of uint32". */
const LIST_OF = 'array of ';

/** Types that a value can be given: of single values, and of lists of them. */
export const EDITED_TYPES: readonly string[] = [
  ...VALUE_TYPES.filter((type) => type !== 'array'),
  ...VALUE_TYPES.filter((type) => type !== 'array').map(listType),
];

/** What a list of such items is called. */
export function listType(items: ValueType): string {
  return `${LIST_OF}${items}`;
}

/** The type of a list's items. Undefined for the name of a type of single values. */
export function itemType(type: string): ValueType | undefined {
  return type.startsWith(LIST_OF) ? (type.slice(LIST_OF.length) as ValueType) : undefined;
}

/** A single value, from the text that people write. Undefined where it does not fit the type. */
function parsedNumber(type: NumberType, text: string): NumberValue | undefined {
  if (type === 'bool') return text === 'true' ? true : text === 'false' ? false : undefined;
  const range = wholeRange(type);
  if (range) {
    // No type has more than 20 digits; a longer text takes long to parse.
    if (!/^[+-]?\d{1,40}$/.test(text)) return undefined;
    const value = BigInt(text.replace(/^\+/, ''));
    return value >= range.least && value <= range.most ? value : undefined;
  }
  if (text === 'NaN' || /^-?Infinity$/.test(text)) return Number(text);
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = type === 'float32' ? Math.fround(Number(text)) : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A value's text as Boxcutter writes it: the number's shortest. A text that is not a value of the type as it is. */
export function canonicalText(type: ValueType, text: string): string {
  if (type === 'string' || type === 'array') return text;
  const value = parsedNumber(type, text.trim());
  return value === undefined ? text : valueText(type, value);
}

/** Why a text cannot be a value of a type, as a sentence. Undefined where it can. */
export function valueProblem(type: ValueType, text: string): string | undefined {
  if (type === 'array') return 'Lists in lists cannot be edited.';
  if (type === 'string') return isWellFormed(text) ? undefined : 'The text has half of a character.';
  if (parsedNumber(type, text.trim()) !== undefined) return undefined;
  const what = quote(shortened(text, 40));
  if (type === 'bool') return `${what} is neither true nor false.`;
  const range = wholeRange(type);
  return range
    ? `${what} is not a whole number from ${range.least} to ${range.most}.`
    : `${what} is not a number that ${type} has.`;
}

/** The bytes of a value, from its text or the texts of its items, without its type. `type` is one of `EDITED_TYPES`. */
export function encodedValue(
  type: string,
  value: string | readonly string[],
  encoding: Encoding,
): Uint8Array<ArrayBuffer> {
  if (typeof value === 'string') return encodedItem(type as ValueType, value, encoding);
  const items = itemType(type) as ValueType;
  return concatBytes([
    encodedId(items, encoding),
    encodedLength(value.length, encoding),
    ...value.map((item) => encodedItem(items, item, encoding)),
  ]);
}

/** A text of the header with its length before it. */
export function encodedText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(text);
  return concatBytes([encodedLength(bytes.length, encoding), bytes]);
}

/** The number of a type. `type` is that of a value or of a list's items. */
export function encodedId(type: ValueType, { little }: Encoding): Uint8Array<ArrayBuffer> {
  return encodedNumber('uint32', VALUE_TYPES.indexOf(type), little);
}

/** A count or length. */
export function encodedLength(length: number, { little, lengthBytes }: Encoding): Uint8Array<ArrayBuffer> {
  return encodedNumber(lengthBytes === 4 ? 'uint32' : 'uint64', length, little);
}

function encodedItem(type: ValueType, text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (type === 'string') return encodedText(text, encoding);
  const number = type as NumberType;
  return encodedNumber(number, parsedNumber(number, text) as NumberValue, encoding.little);
}

function encodedNumber(type: NumberType, value: NumberValue, little: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(valueWidth(type) as number);
  writeNumber(new DataView(bytes.buffer), 0, type, value, little);
  return bytes;
}

/** Why a value cannot be saved, as a sentence. Undefined where it can. */
export function editProblem(type: string, value: string | readonly string[]): string | undefined {
  if (!EDITED_TYPES.includes(type)) return `There is no type ${quote(type)}.`;
  const items = itemType(type);
  if (typeof value === 'string') {
    if (items) return 'A list is a list of texts.';
    const bytes = type === 'string' ? encodeUtf8(value).length : 0;
    if (bytes > MAX_VALUE_BYTES) return grouped`The text has ${bytes} bytes. Boxcutter edits up to ${MAX_VALUE_BYTES}.`;
    return valueProblem(type as ValueType, value);
  }
  if (!items) return `A list is not a value of the type ${type}.`;
  if (value.length > MAX_EDITED_ITEMS) {
    return grouped`The list has ${value.length} items. Boxcutter edits up to ${MAX_EDITED_ITEMS}.`;
  }
  const bytes = items === 'string' ? value.reduce((sum, item) => sum + encodeUtf8(item).length + 8, 0) : 0;
  if (bytes > MAX_EDITED_LIST_BYTES) {
    return grouped`The list has ${bytes} bytes. Boxcutter edits up to ${MAX_EDITED_LIST_BYTES}.`;
  }
  return value.map((item) => valueProblem(items, item)).find((problem) => problem !== undefined);
}
