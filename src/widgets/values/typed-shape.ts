import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { MAX_RANK } from '../../base/limits.ts';
import { elementCount, type Shape } from '../../tensor/shape.ts';

/** A shape as people type it: `1, 16, 16`, with or without brackets. Nothing for a scalar. */
export function shapeInput(shape: Shape): string {
  return shape.join(', ');
}

const SIZES = /^(?:-1|\d{1,15})(?:\s*[\s,×x]\s*(?:-1|\d{1,15}))*,?$/;

/** The sizes that a text says, of which any may be -1. Else why it says none. */
function sizesOf(text: string): { sizes: readonly string[] } | { problem: string } {
  const inside = text
    .trim()
    .replace(/^[[(](.*)[\])]$/s, '$1')
    .trim();
  if (inside !== '' && !SIZES.test(inside)) return { problem: 'Type whole numbers, separated by commas.' };
  const sizes = inside === '' ? [] : inside.replace(/,$/, '').split(/[\s,×x]+/);
  return sizes.length > MAX_RANK ? { problem: `A shape has at most ${MAX_RANK} dimensions.` } : { sizes };
}

/** The shape that a text says. Else why it says none. */
export function typedShape(text: string): { shape: Shape } | { problem: string } {
  const found = sizesOf(text);
  if ('problem' in found) return found;
  if (found.sizes.includes('-1')) return { problem: 'A size is 0 or more.' };
  return { shape: found.sizes.map(BigInt) };
}

/** The shape that a text says for so many elements, in which one size may be -1, as NumPy has it. Else why it is none. */
export function reshaped(text: string, count: bigint): { shape: Shape } | { problem: string } {
  const found = sizesOf(text);
  if ('problem' in found) return found;
  const { sizes } = found;
  const open = sizes.filter((size) => size === '-1').length;
  if (open > 1) return { problem: 'Only one size can be −1.' };
  const known = elementCount(sizes.filter((size) => size !== '-1').map(BigInt));
  const rest = open === 1 && known > 0n && count % known === 0n ? count / known : undefined;
  if (open === 1 ? rest !== undefined : known === count)
    return { shape: sizes.map((size) => (size === '-1' ? (rest as bigint) : BigInt(size))) };
  const has = `The tensor has ${formatNumberOf(count, 'element')}`;
  return {
    problem:
      open === 1 ? `${has}, which do not divide by ${formatCount(known)}.` : `${has}, not ${formatCount(known)}.`,
  };
}
