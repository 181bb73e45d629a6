import { DTYPES, dtypeFacts, isDecodedDtype } from '../dtype.ts';

/**
 * The one of several dtypes that has the values of another one, or most of them: the smallest of its kind that is large
 * enough. Truths are unsigned integers, and complex numbers floats. Undefined of those that are among them, and where none
 * is near.
 */
export function nearestDtype(dtype: string, among: readonly string[]): string | undefined {
  if (among.includes(dtype) || !isDecodedDtype(dtype)) return undefined;
  const { kind } = DTYPES[dtype];
  const wanted = kind === 'bool' ? 'uint' : kind === 'complex' ? 'float' : kind;
  const least = kind === 'complex' ? bitsOf(dtype) / 2 : bitsOf(dtype);
  const near = among
    .filter((each) => isDecodedDtype(each) && DTYPES[each].kind === wanted)
    .sort((a, b) => bitsOf(a) - bitsOf(b));
  return near.find((each) => bitsOf(each) >= least) ?? near.at(-1);
}

function bitsOf(dtype: string): number {
  return dtypeFacts(dtype)?.bits ?? 0;
}
