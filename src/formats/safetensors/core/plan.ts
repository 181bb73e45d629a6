import { PieceBuilder, unchanged } from '../../../archive/plan.ts';
import { checkedPlan } from '../../../archive/written.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { InternalError } from '../../../base/errors.ts';
import type { Draft } from '../../../model/draft.ts';
import type { DraftPlan, OpenPackage } from '../../format.ts';
import type { FileTensor, SafetensorsFile } from './file.ts';
import { METADATA_KEY } from './header.ts';
import { changesNothing, draftedEdit, HEADER_TEXT, type HeaderEdit, storedEdit } from './header-edit.ts';
import type { CheckedTensor } from './layout.ts';
import { LENGTH_BYTES } from './limits.ts';
import { type DataRange, writeHeader } from './write-header.ts';

/** Tensors of a header that the review lists whole. Of a longer one it lists those that change. */
const MAX_REVIEWED = 5_000;

/** Makes `OpenPackage.plan`: a new header before the old data, which is copied by range. */
export function plannerOf(file: SafetensorsFile): NonNullable<OpenPackage['plan']> {
  return async (draft, signal) => {
    throwIfAborted(signal);
    return planHeader(file, draft);
  };
}

function planHeader(file: SafetensorsFile, { texts, files }: Draft): DraftPlan {
  if (files.length > 0) throw new InternalError('internal/bug', 'A safetensors file has no files to change.');
  const { source } = file;
  const edit = draftedEdit(texts, file);
  if (changesNothing(edit, file)) return planOf(file, { ...unchanged(source.size), notes: [] }, []);
  const pieces = new PieceBuilder();
  const dataStart = LENGTH_BYTES + file.headerBytes;
  if (!edit.kept) {
    pieces.add(writeHeader(file, edit, new Map()));
    pieces.old(dataStart, source.size);
    return planOf(file, { ...builtOf(pieces), notes: [] }, reviewed(file, edit));
  }
  const { order, isSorted } = dataOrder(file.tensors.filter(({ info }) => edit.kept?.has(info.name)));
  pieces.add(writeHeader(file, edit, newPlaces(order)));
  for (const tensor of order) {
    const { begin, end } = rangeOf(tensor.checked);
    pieces.old(dataStart + begin, dataStart + end);
  }
  const left = file.tensors.length - order.length;
  const notes = [`${left === 1 ? '1 tensor is' : `${left} tensors are`} left out of the new file.`];
  if (isSorted) notes.push('Tensors with larger elements come first, so that every tensor stays aligned.');
  return planOf(file, { ...builtOf(pieces), notes }, reviewed(file, edit));
}

function builtOf({ segments, size }: PieceBuilder): Pick<DraftPlan, 'segments' | 'size'> {
  return { segments, size };
}

function planOf(
  { source }: SafetensorsFile,
  made: Pick<DraftPlan, 'segments' | 'size' | 'notes'>,
  files: DraftPlan['review']['files'],
): DraftPlan {
  return { ...checkedPlan(source, made, made.notes), review: { files, size: made.size, notes: [...made.notes] } };
}

/**
 * The order in which the data of some tensors is written: as it lies in the file, or by the size of the elements, as
 * the reference writer orders them, where one would not be aligned otherwise.
 */
function dataOrder(kept: readonly FileTensor[]): { order: readonly FileTensor[]; isSorted: boolean } {
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

/** Bytes of an element, of which its place is a multiple in memory. */
function alignment({ type }: CheckedTensor): number {
  return Math.max(1, Number(type?.bits ?? 8n) / 8);
}

/** Where data in this order will lie, by the names of the tensors: only of those that are elsewhere now. */
function newPlaces(order: readonly FileTensor[]): Map<string, DataRange> {
  const places = new Map<string, DataRange>();
  let at = 0;
  for (const { checked, info } of order) {
    const { begin, end } = rangeOf(checked);
    if (begin !== at) places.set(info.name, { begin: at, end: at + end - begin });
    at += end - begin;
  }
  return places;
}

/** Of a file without errors, every tensor has both, and they lie in the file. */
function rangeOf({ entry }: CheckedTensor): DataRange {
  return { begin: Number(entry.begin), end: Number(entry.end) };
}

/** The header before and after, one entry a line. */
function reviewed(file: SafetensorsFile, edit: HeaderEdit): DraftPlan['review']['files'] {
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
  return [{ path: HEADER_TEXT, kind: 'changed', before: textOf(stored), after: textOf(edit) }];
}
