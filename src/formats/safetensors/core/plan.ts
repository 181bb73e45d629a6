import { PieceBuilder } from '../../../archive/plan.ts';
import { grouped } from '../../../base/amounts.ts';
import type { EditedHeader } from '../../header-draft.ts';
import type { CheckedTensor } from './entry.ts';
import type { HeaderFileTensor, SafetensorsFile } from './header.ts';
import { METADATA_KEY } from './header.ts';
import { checkedEdit, type HeaderEdit, refuse, storedEdit, valuesOf } from './header-edit.ts';
import { LENGTH_BYTES } from './limits.ts';
import { type DataRange, writeHeader } from './write-header.ts';

/** Tensors of a header that the review lists whole. Of a longer one it lists those that change. */
const MAX_REVIEWED = 5_000;

/** How the header of a file is edited. A new one is written before the old data, which is copied by range. */
export function headerOf(file: SafetensorsFile, isShard: boolean): EditedHeader<HeaderEdit> {
  return {
    stored: async () => storedEdit(file),
    valuesOf,
    checked: (values) => checkedEdit(values, file, isShard),
    pieces: (edit) => piecesOf(file, edit),
    refuse,
  };
}

function piecesOf(file: SafetensorsFile, edit: HeaderEdit): ReturnType<EditedHeader<HeaderEdit>['pieces']> {
  const pieces = new PieceBuilder();
  const dataStart = LENGTH_BYTES + file.headerBytes;
  const notes: string[] = [];
  if (edit.kept) {
    const { order, isSorted } = dataOrder(file.tensors.filter(({ info }) => edit.kept?.has(info.name)));
    pieces.add(writeHeader(file, edit, newPlaces(order)));
    for (const tensor of order) {
      const { begin, end } = rangeOf(tensor.checked);
      pieces.old(dataStart + begin, dataStart + end);
    }
    const left = file.tensors.length - order.length;
    notes.push(`${left === 1 ? '1 tensor is' : grouped`${left} tensors are`} left out of the new file.`);
    if (isSorted) notes.push('Tensors with larger elements come first, so that every tensor stays aligned.');
  } else {
    pieces.add(writeHeader(file, edit, new Map()));
    pieces.old(dataStart, file.source.size);
  }
  const { segments, size } = pieces;
  return { segments, size, notes, ...reviewed(file, edit) };
}

/**
 * The order in which the data of some tensors is written: as in the file, or by the size of the elements, as
 * the reference writer orders them, where one would not be aligned otherwise.
 */
function dataOrder(kept: readonly HeaderFileTensor[]): { order: readonly HeaderFileTensor[]; isSorted: boolean } {
  const stored = [...kept].sort((a, b) => {
    const [one, other] = [rangeOf(a.checked), rangeOf(b.checked)];
    return one.begin - other.begin || one.end - other.end;
  });
  const places = newPlaces(stored);
  const isAligned = stored.every(
    ({ checked, info }) => (places.get(info.name)?.begin ?? rangeOf(checked).begin) % alignment(checked) === 0,
  );
  if (isAligned) return { order: stored, isSorted: false };
  return { order: stored.sort((a, b) => alignment(b.checked) - alignment(a.checked)), isSorted: true };
}

/** The alignment of an element in memory, in bytes. */
function alignment({ type }: CheckedTensor): number {
  return Math.max(1, Number(type?.bits ?? 8n) / 8);
}

/** The new place of each tensor's data in this order, by name. Leaves out data that stays where it is. */
function newPlaces(order: readonly HeaderFileTensor[]): Map<string, DataRange> {
  const places = new Map<string, DataRange>();
  let at = 0;
  for (const { checked, info } of order) {
    const { begin, end } = rangeOf(checked);
    if (begin !== at) places.set(info.name, { begin: at, end: at + end - begin });
    at += end - begin;
  }
  return places;
}

/** In a file without errors, every tensor has both, within the file. */
function rangeOf({ entry }: CheckedTensor): DataRange {
  return { begin: Number(entry.begin), end: Number(entry.end) };
}

/** The header before and after, one entry a line. */
function reviewed(file: SafetensorsFile, edit: HeaderEdit): { before: string; after: string } {
  const stored = storedEdit(file);
  const isListed = (name: string) =>
    file.tensors.length <= MAX_REVIEWED || edit.renamed.has(name) || (edit.kept && !edit.kept.has(name));
  const listed = file.tensors.filter(({ info }) => isListed(info.name)).slice(0, MAX_REVIEWED);
  const textOf = ({ metadata, renamed, kept }: HeaderEdit) =>
    [
      ...Array.from(metadata, ([key, value]) => `${METADATA_KEY} ${JSON.stringify(key)}: ${JSON.stringify(value)}`),
      ...listed
        .filter(({ info }) => !kept || kept.has(info.name))
        .map(({ info: { name }, checked: { entry } }) => {
          const shape = entry.shape?.join(', ') ?? '';
          return `${JSON.stringify(renamed.get(name) ?? name)}: ${entry.dtype} [${shape}]`;
        }),
      '',
    ].join('\n');
  return { before: textOf(stored), after: textOf(edit) };
}
