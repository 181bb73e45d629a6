import type { ShapeSpec } from '../../../../tensor/shape.ts';
import { ANY } from '../../../../widgets/spec-shape.ts';

/** Words that people write for something else than a symbol, and how that is written. */
const MEANT: Readonly<Record<string, string>> = {
  scalar: 'For a scalar, leave the field empty.',
  any: 'For any size, write *.',
  none: 'For any size, write *.',
  null: 'For any size, write *.',
  '?': 'For any size, write *.',
  dynamic: 'For any size, write *.',
};

/** Most dimensions that are said in words. */
const MAX_SAID = 8;

/** How a shape is read, for people who are not sure that they wrote what they meant. */
export function shapeWords(shape: ShapeSpec): string {
  if (shape === ANY) return 'Any shape.';
  if (typeof shape === 'string') return 'A name for the whole shape. It is the same wherever it is used.';
  if (shape.length === 0) return 'A scalar: no dimensions.';
  const said = shape.slice(0, MAX_SAID).map(sizeWords);
  if (shape.length > MAX_SAID) said.push(`and ${shape.length - MAX_SAID} more`);
  const count = shape.length === 1 ? '1 dimension' : `${shape.length} dimensions`;
  const hint = shape.flatMap((size) => (typeof size === 'string' ? (meant(size) ?? []) : []))[0];
  return `${count}: ${said.join(', ')}.${hint === undefined ? '' : ` ${hint}`}`;
}

function sizeWords(size: bigint | string): string {
  if (typeof size === 'bigint') return String(size);
  return size === ANY ? 'any size' : `a size named “${size}”`;
}

function meant(symbol: string): string | undefined {
  const word = symbol.toLowerCase();
  return Object.hasOwn(MEANT, word) ? MEANT[word] : undefined;
}
