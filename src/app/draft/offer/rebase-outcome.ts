import { formatCount } from '../../../base/amounts.ts';

/** Of a draft: `present` are the changes that the package has already. */
type Outcome = Readonly<Record<'fits' | 'misfits' | 'present', { readonly length: number }>>;

/** What becomes of the changes of a draft on another version of its package, in a sentence. */
export function outcomeText({ fits, misfits, present }: Outcome): string {
  const all = fits.length + misfits.length + present.length;
  const parts = [
    { count: fits.length, one: 'fits', many: 'fit' },
    { count: misfits.length, one: 'does not fit', many: 'do not fit' },
    { count: present.length, one: 'is already here', many: 'are already here' },
  ].flatMap(({ count, one, many }) => (count > 0 ? { count, words: count === 1 ? one : many } : []));
  const [first] = parts;
  if (!first) return 'It changes no field.';
  if (all === 1) return `Its change ${first.words}.`;
  if (misfits.length === all) return `None of its ${formatCount(all)} changes fit.`;
  if (parts.length === 1) return `All its ${formatCount(all)} changes ${first.words}.`;
  const each = parts.map(({ count, words }) => `${formatCount(count)} ${words}`);
  return `Of its ${formatCount(all)} changes, ${each.join(', ')}.`;
}
