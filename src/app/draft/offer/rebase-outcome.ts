import { formatCount } from '../../../base/amounts.ts';

interface Outcome {
  readonly fits: { readonly length: number };
  readonly misfits: { readonly length: number };
  /** Changes that the package has already. */
  readonly present: { readonly length: number };
}

/** What becomes of the changes of a draft on another version of its package, in a sentence. */
export function outcomeText({ fits, misfits, present }: Outcome): string {
  const all = fits.length + misfits.length + present.length;
  const parts = [
    counted(fits.length, 'fits', 'fit'),
    counted(misfits.length, 'does not fit', 'do not fit'),
    counted(present.length, 'is already here', 'are already here'),
  ].filter(({ count }) => count > 0);
  const [first] = parts;
  if (!first) return 'It changes no field.';
  if (all === 1) return `Its change ${first.words}.`;
  if (misfits.length === all) return `None of its ${formatCount(all)} changes fit.`;
  if (parts.length === 1) return `All its ${formatCount(all)} changes ${first.words}.`;
  const each = parts.map(({ count, words }) => `${formatCount(count)} ${words}`);
  return `Of its ${formatCount(all)} changes, ${each.join(', ')}.`;
}

function counted(count: number, one: string, many: string): { count: number; words: string } {
  return { count, words: count === 1 ? one : many };
}
