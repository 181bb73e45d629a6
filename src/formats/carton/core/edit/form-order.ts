import type { FieldChange } from '../../../../model/edit/changes.ts';
import { CARTON_TOML_ORDER } from '../read/key-order.ts';

/** The keys at the top of carton.toml in the order of the form: it shows the runner before the inputs. */
const KNOWN = CARTON_TOML_ORDER.keys([]).filter((key) => key !== 'spec_version' && key !== 'runner');
const TOP = KNOWN.toSpliced(KNOWN.indexOf('input'), 0, 'runner');

/** The changes in the order in which the form shows their fields; fields that it does not show come last. */
export function inFormOrder(changes: readonly FieldChange[]): FieldChange[] {
  return changes
    .map((change) => ({ change, rank: rankOf(change) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ change }) => change);
}

/** The places of the parts of a path among their neighbors. */
function rankOf({ path }: FieldChange): number[] {
  return path.map((part, depth) => {
    if (typeof part === 'number') return part;
    const order = depth === 0 ? TOP : CARTON_TOML_ORDER.keys(path.slice(0, depth));
    const at = order.indexOf(part);
    return at < 0 ? order.length : at;
  });
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, i) => rank !== b[i]);
  // A path comes before what is inside of it.
  return at < 0 ? a.length - b.length : (a[at] as number) - (b[at] ?? -1);
}
