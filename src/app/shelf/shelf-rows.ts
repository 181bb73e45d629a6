import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import type { FormatDescriptor } from '../../formats/descriptor.ts';
import { ALL_FORMATS } from '../../formats/list.ts';
import { baseName } from '../../model/file/file-name.ts';
import type { Mark, ShelfRow, Worst } from '../../model/shelf-row.ts';
import type { ShelfItem, ShelfRowState } from '../../state/shelf-slice.ts';

/** What rows are filtered by. */
export type ListKind = NonNullable<FormatDescriptor['kind']> | 'other';

/** The kinds in the order in which they are offered. */
export const LIST_KINDS: readonly { kind: ListKind; label: string }[] = [
  { kind: 'weights', label: 'Weights' },
  { kind: 'packages', label: 'Packages' },
  { kind: 'pickles', label: 'Pickles' },
  { kind: 'arrays', label: 'Arrays' },
  { kind: 'archives', label: 'Archives' },
  { kind: 'other', label: 'Other' },
];

const KINDS = new Map(ALL_FORMATS.map(({ id, kind }) => [id, kind]));

/** A row of the shelf, as far as it is known. */
export interface ShownItem {
  readonly item: ShelfItem;
  /** Unique among the rows. */
  readonly key: string;
  readonly state: ShelfRowState | undefined;
  readonly row: ShelfRow | undefined;
  readonly title: string;
  readonly kind: ListKind;
  readonly worst: Worst;
  /** Loading it runs dangerous code. */
  readonly isDangerous: boolean;
  /** What matters most of it. */
  readonly most: Mark;
}

const NOTHING_YET: Mark = { tone: 'quiet', says: 'Not looked at' };

/** The row of an item in a state. Once for both, because the filter remembers what it has read of a row. */
export function shownItems(
  items: readonly ShelfItem[],
  states: ReadonlyMap<ShelfItem, ShelfRowState>,
  known: Map<ShelfItem, ShownItem>,
): ShownItem[] {
  return items.map((item, at) => {
    const state = states.get(item);
    const before = known.get(item);
    if (before && before.state === state) return before;
    const shown = shownItem(item, `${at}`, state);
    known.set(item, shown);
    return shown;
  });
}

function shownItem(item: ShelfItem, key: string, state: ShelfRowState | undefined): ShownItem {
  const row = state?.phase === 'ready' ? state.row : undefined;
  const format = row?.format ?? item.format;
  return {
    item,
    key,
    state,
    row,
    title: row?.title ?? stemOf(item.path),
    kind: KINDS.get(format ?? '') ?? 'other',
    worst: worstOf(state),
    isDangerous: row?.runs.tone === 'error',
    most: mostOf(item, state),
  };
}

/** The name of a file without its ending. */
function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}

function worstOf(state: ShelfRowState | undefined): Worst {
  if (state?.phase === 'ready') return state.row.worst;
  // Of what a host does not send, nothing is known.
  return state?.phase === 'failed' && state.error.tag !== 'network' ? 'error' : 'unread';
}

function mostOf({ held }: ShelfItem, state: ShelfRowState | undefined): Mark {
  if (state?.phase === 'ready') return state.row.most;
  if (state?.phase === 'reading') return { tone: 'quiet', says: 'Reading…' };
  if (state?.phase === 'failed') {
    const { code, tag, message } = state.error;
    if (code === 'source/not-asked') return NOTHING_YET;
    return { tone: tag === 'network' ? 'warning' : 'error', says: message.replace(/\.$/, '') };
  }
  return held ? { tone: 'quiet', says: `On ${held}, not asked` } : NOTHING_YET;
}

/** Bytes of a row, as far as they are known. */
export function sizeOf({ item, row, state }: ShownItem): number | undefined {
  const { descriptor, size = row?.size } = item;
  // Only of what could not be opened: asking a file takes a while, and a list has thousands.
  return size ?? (state?.phase === 'failed' && descriptor.kind === 'file' ? descriptor.file.size : undefined);
}

/** "31 files", "4.2 GB", "11 packages": how many there are. The bytes are told once all are known. */
export function countTexts(rows: readonly ShownItem[]): string[] {
  const sizes = rows.map(sizeOf);
  const files = rows.reduce((sum, { item }) => sum + item.files, 0);
  const packages = rows.filter(({ kind }) => kind !== 'other').length;
  const bytes = sizes.includes(undefined) ? [] : [formatBytes(sizes.reduce((sum: number, size = 0) => sum + size, 0))];
  return [formatNumberOf(files, 'file'), ...bytes, formatNumberOf(packages, 'package')];
}

/** What a row is known by in the document. */
export function rowAttributes({ item, row, worst }: ShownItem) {
  return { 'data-path': item.path, 'data-format': row?.format ?? item.format ?? '', 'data-worst': worst };
}

const WEIGHTS: Readonly<Record<Worst, number>> = { error: 4, warning: 3, info: 2, none: 1, unread: 1 };

/** How bad a row is: the greater, the worse. What no format knows is last. */
export function weightOf({ worst, isDangerous, kind }: ShownItem): number {
  if (isDangerous) return 5;
  return worst === 'none' || worst === 'unread' ? (kind === 'other' ? 0 : 1) : WEIGHTS[worst];
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** The worst first, and then by their paths. */
export function worstFirst(rows: readonly ShownItem[]): ShownItem[] {
  return [...rows].sort((a, b) => weightOf(b) - weightOf(a));
}

/** By their paths, so that what is as bad stays in this order. */
export function byPath(items: readonly ShelfItem[]): ShelfItem[] {
  return [...items].sort((a, b) => collator.compare(a.path, b.path));
}

/** When it was changed, in milliseconds since 1970. */
export function dateOf({ item, row }: ShownItem): number | undefined {
  return item.date ?? row?.date;
}

/** Milliseconds between two files that were written one after the other by a person. Copies are made at once. */
const APART_MS = 60_000;

/** Two versions, the older one first: by their dates, or else by their paths, in which numbers count. */
export function inTime(pair: readonly ShownItem[]): readonly ShownItem[] {
  const [a, b] = pair;
  if (!a || !b) return pair;
  const [one, other] = [dateOf(a), dateOf(b)];
  const apart = one === undefined || other === undefined ? 0 : one - other;
  const order = Math.abs(apart) > APART_MS ? apart : collator.compare(a.item.path, b.item.path);
  return order > 0 ? [b, a] : [a, b];
}
