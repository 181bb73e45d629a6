import { DrawingDoubt } from './doubt.ts';
import { bounded, readNumbers } from './number.ts';

/** The linear part of a transform: x' = a·x + c·y, y' = b·x + d·y. Where things are moved to does not matter here. */
export interface Scale {
  a: number;
  b: number;
  c: number;
  d: number;
}

export const UNSCALED: Scale = { a: 1, b: 0, c: 0, d: 1 };

/** The transform that applies `inner` first and `outer` second. */
export function compose(outer: Scale, inner: Scale): Scale {
  return {
    a: bounded(outer.a * inner.a + outer.c * inner.b),
    b: bounded(outer.b * inner.a + outer.d * inner.b),
    c: bounded(outer.a * inner.c + outer.c * inner.d),
    d: bounded(outer.b * inner.c + outer.d * inner.d),
  };
}

/** By how much areas grow. */
export function areaFactor({ a, b, c, d }: Scale): number {
  return Math.abs(a * d - b * c);
}

/** By how much lines grow at most. */
export function lengthFactor(scale: Scale): number {
  const sum = scale.a ** 2 + scale.b ** 2 + scale.c ** 2 + scale.d ** 2;
  // The larger singular value.
  return Math.sqrt((sum + Math.sqrt(Math.max(0, sum ** 2 - 4 * areaFactor(scale) ** 2))) / 2);
}

const FUNCTION = /[ \t\r\n]*([A-Za-z]+)[ \t\r\n]*\(([^()]*)\)[ \t\r\n]*(?:,(?=[^,]))?/y;

/** Reads a `transform` attribute (SVG 2, 8.5). Throws a `DrawingDoubt` where it is not valid. */
export function readTransform(text: string): Scale {
  if (text.trim() === '' || text.trim() === 'none') return UNSCALED;
  let scale = UNSCALED;
  for (let at = 0; at < text.length; at = FUNCTION.lastIndex) {
    FUNCTION.lastIndex = at;
    const [found, name = '', list = ''] = FUNCTION.exec(text) ?? [];
    if (found === undefined) throw new DrawingDoubt('has a transform that is not plain');
    const end = FUNCTION.lastIndex;
    scale = compose(scale, scaleOf(name, readNumbers(list)));
    FUNCTION.lastIndex = end;
  }
  return scale;
}

function scaleOf(name: string, numbers: readonly number[]): Scale {
  const [first = 0, second, c = 0, d = 0] = numbers;
  const angle = (first * Math.PI) / 180;
  const count = numbers.length;
  if (name === 'translate' && (count === 1 || count === 2)) return UNSCALED;
  if (name === 'matrix' && count === 6) return { a: first, b: second as number, c, d };
  if (name === 'scale' && (count === 1 || count === 2)) return { a: first, b: 0, c: 0, d: second ?? first };
  if (name === 'rotate' && (count === 1 || count === 3))
    return { a: Math.cos(angle), b: Math.sin(angle), c: -Math.sin(angle), d: Math.cos(angle) };
  if (name === 'skewX' && count === 1) return { a: 1, b: 0, c: bounded(Math.tan(angle)), d: 1 };
  if (name === 'skewY' && count === 1) return { a: 1, b: bounded(Math.tan(angle)), c: 0, d: 1 };
  throw new DrawingDoubt('has a transform that is not plain');
}
