import { formatNumberOf } from '../../../../../base/amounts.ts';
import { MAX_RANK } from '../../../../../base/limits.ts';
import { INVISIBLE } from '../../../../../base/text.ts';
import type { ShapeSpec } from '../../../../../tensor/shape.ts';
import { MAX_INTEGER } from '../../../../../toml/parser.ts';
import { ANY } from '../../../../../widgets/tensor/spec-shape.ts';

/** Shapes as people type them. */

export type ShapeResult = { ok: true; shape: ShapeSpec } | { ok: false; reason: string };

/** A symbol that needs no quotes: it cannot be mistaken for a size, a list or two symbols. */
const BARE = /^[^\s,"'“”()[\]{}]+$/;

/** Text that is meant as a size, right or wrong. */
const NUMBER_LIKE = /^[+-]?[\d_.]+$/;

/**
 * A shape as text for a field: `batch, 3, 512, 512`; `*` for any shape; nothing for a scalar; `"symbol"` for a symbol
 * that stands for the whole shape.
 */
export function formatShapeInput(shape: ShapeSpec): string {
  if (typeof shape === 'string') return shape === ANY ? ANY : quoted(shape);
  const sizes = shape.map((size) => (typeof size === 'bigint' ? String(size) : symbolText(size)));
  const text = sizes.join(', ');
  // Without brackets, these would mean a whole shape.
  return sizes.length === 1 && (text === ANY || text.startsWith('"')) ? `[${text}]` : text;
}

/** A symbol as it is written in the field. */
export function symbolText(symbol: string): string {
  const isBare = BARE.test(symbol) && !NUMBER_LIKE.test(symbol) && !new RegExp(INVISIBLE, 'u').test(symbol);
  return isBare ? symbol : quoted(symbol);
}

/** A symbol as a JSON string, with invisible characters escaped. */
function quoted(symbol: string): string {
  return JSON.stringify(symbol).replace(new RegExp(INVISIBLE, 'gu'), (char) =>
    Array.from({ length: char.length }, (_, i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
}

/**
 * Reads what `formatShapeInput` writes and what people write: with or without brackets, and with or without a comma at
 * the end.
 */
export function parseShapeInput(input: string): ShapeResult {
  const text = input.trim();
  if (text === ANY) return { ok: true, shape: ANY };
  const inside = /^\[(.*)\]$|^\((.*)\)$/s.exec(text);
  const isList = inside !== null;
  let rest = (inside ? (inside[1] ?? inside[2] ?? '') : text).trim();
  const sizes: (bigint | string)[] = [];
  let lastIsQuoted = false;
  let comma = false;
  while (rest !== '') {
    comma = false;
    const taken = takeSize(rest, sizes.length + 1);
    if (!taken.ok) return taken;
    sizes.push(taken.size);
    lastIsQuoted = taken.quoted;
    rest = taken.rest;
    if (rest === '') break;
    if (!rest.startsWith(',')) return { ok: false, reason: `A comma is missing after dimension ${sizes.length}.` };
    comma = true;
    rest = rest.slice(1).trimStart();
  }
  if (sizes.length > MAX_RANK) return { ok: false, reason: `A shape has at most ${MAX_RANK} dimensions.` };
  const [only] = sizes;
  if (sizes.length === 1 && lastIsQuoted && typeof only === 'string' && !isList && !comma)
    return { ok: true, shape: only };
  return { ok: true, shape: sizes };
}

type Taken = { ok: true; size: bigint | string; quoted: boolean; rest: string } | { ok: false; reason: string };

function takeSize(text: string, number: number): Taken {
  const fail = (reason: string): Taken => ({ ok: false, reason });
  if (text.startsWith('"')) {
    const written = /^"(?:[^"\\]|\\.)*"/s.exec(text)?.[0];
    if (written === undefined) return fail('A quotation mark is missing at the end of the name.');
    try {
      const size: unknown = JSON.parse(written);
      if (typeof size === 'string' && !/\p{Surrogate}/u.test(size))
        return { ok: true, size, quoted: true, rest: text.slice(written.length).trimStart() };
    } catch {
      // The message is below.
    }
    return fail(`The name of dimension ${number} has an invalid \\ escape.`);
  }
  const word = /^[^,\s]*/.exec(text)?.[0] ?? '';
  const rest = text.slice(word.length).trimStart();
  if (word === '') return fail(`Dimension ${number} is empty.`);
  if (NUMBER_LIKE.test(word)) {
    if (word.startsWith('-')) return fail(`A size is 0 or more. Write * for any size.`);
    if (!/^\d+$/.test(word)) return fail(`Dimension ${number} is not a whole number.`);
    const size = word.length > 40 ? MAX_INTEGER + 1n : BigInt(word);
    return size > MAX_INTEGER
      ? fail(`The size of dimension ${number} is too large.`)
      : { ok: true, size, quoted: false, rest };
  }
  if (!BARE.test(word)) return fail(`Put the name of dimension ${number} in quotation marks, or remove its brackets.`);
  return { ok: true, size: word, quoted: false, rest };
}

/** What people type for shapes, and the syntax they meant. */
const MEANT: Readonly<Record<string, string>> = {
  scalar: 'For a scalar, leave the field empty.',
  any: 'For any size, write *.',
  none: 'For any size, write *.',
  null: 'For any size, write *.',
  '?': 'For any size, write *.',
  dynamic: 'For any size, write *.',
};

/** Most dimensions that are spelled out. */
const MAX_SAID = 8;

/** How a shape was understood, in words, so that people can check what they typed. */
export function shapeWords(shape: ShapeSpec): string {
  if (shape === ANY) return 'Any shape.';
  if (typeof shape === 'string') return 'A name for the whole shape. It is the same wherever it is used.';
  if (shape.length === 0) return 'A scalar: no dimensions.';
  const said = shape.slice(0, MAX_SAID).map(sizeWords);
  if (shape.length > MAX_SAID) said.push(`and ${shape.length - MAX_SAID} more`);
  const hint = shapeHint(shape);
  return `${formatNumberOf(shape.length, 'dimension')}: ${said.join(', ')}.${hint === undefined ? '' : ` ${hint}`}`;
}

/** How a shape that has a word in it that is meant otherwise is written. */
export function shapeHint(shape: ShapeSpec): string | undefined {
  if (typeof shape === 'string') return undefined;
  return shape.flatMap((size) => (typeof size === 'string' ? (meant(size) ?? []) : []))[0];
}

/** What kind of shape it is, beside its chips: "3 dimensions". */
export function shapeAside(shape: ShapeSpec): string {
  if (shape === ANY) return 'any shape';
  if (typeof shape === 'string') return 'name of a whole shape';
  return shape.length === 0 ? 'no dimensions' : formatNumberOf(shape.length, 'dimension');
}

function sizeWords(size: bigint | string): string {
  if (typeof size === 'bigint') return String(size);
  return size === ANY ? 'any size' : `a size named “${size}”`;
}

function meant(symbol: string): string | undefined {
  const word = symbol.toLowerCase();
  return Object.hasOwn(MEANT, word) ? MEANT[word] : undefined;
}
