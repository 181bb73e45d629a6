import type { FileChange } from '../../../../model/draft.ts';
import { type FieldValues, sameValue } from '../../../../model/edit/field.ts';
import type { Package, TensorInfo } from '../../../../model/package.ts';
import type { TensorMark } from '../../../../model/tensor/tensor-acts.ts';
import { tensorIndex } from '../../../../model/tensor/tensor-size.ts';
import type { Shape } from '../../../../tensor/shape.ts';
import { belowTensors, TENSOR_FOLDER } from '../paths.ts';
import { type TensorChange, type TensorChanges, tensorChangesOf } from './tensor-changes.ts';

/** A tensor as the draft has it. */
export interface DraftTensor {
  readonly name: string;
  /** Its name in the open package. Undefined of a new one. */
  readonly from: string | undefined;
  readonly dtype: string;
  readonly shape: Shape;
  readonly inner: readonly string[] | undefined;
  /** The path of its file in the draft. Undefined of a nested one, and where the index leads out of the folder. */
  readonly path: string | undefined;
  /** The draft says which file it has: it is new, or was put there. */
  readonly hasOwnFile: boolean;
}

/** By name: those of the open package in its order, then the new ones. */
export type DraftTensors = ReadonlyMap<string, DraftTensor>;

/** The fields of the index in which a tensor differs from that of the open package. */
function fieldsOf(tensor: DraftTensor, old: TensorInfo): ('dtype' | 'shape' | 'inner')[] {
  return (['dtype', 'shape', 'inner'] as const).filter((field) => !sameValue(tensor[field], old[field]));
}

/** The tensors that the values and the changes of files of a draft leave. */
export function tensorsOf(open: Package, values: FieldValues, files: readonly FileChange[]): Map<string, DraftTensor> {
  const { removed, tensors } = tensorChangesOf(values);
  const gone = new Set(removed);
  const changes = new Map(tensors.map((change) => [change.from, change]));
  const kept = open.tensors.filter(({ name }) => !gone.has(name));
  const movedTo = movesOf(files);
  const all = [
    ...kept.map((info) => draftTensor(info, changes.get(info.name), movedTo)),
    ...tensors.flatMap(({ name, from, dtype = '', shape = [], file, inner }): DraftTensor[] => {
      if (from !== undefined) return [];
      const path = file === undefined ? undefined : TENSOR_FOLDER + file;
      return [{ name, from, dtype, shape, inner: dtype === 'nested' ? inner : undefined, path, hasOwnFile: true }];
    }),
  ];
  return new Map(all.map((tensor) => [tensor.name, tensor]));
}

/** A tensor of the open package, as a change and the changes of files leave it. */
export function draftTensor(info: TensorInfo, change: TensorChange | undefined, movedTo: Moved): DraftTensor {
  const { name = info.name, dtype = info.dtype, shape = info.shape, file } = change ?? {};
  const old = info.data?.path;
  const path = file !== undefined ? TENSOR_FOLDER + file : old === undefined ? undefined : movedTo(old);
  const isNested = dtype === 'nested';
  return {
    name,
    from: info.name,
    dtype,
    shape,
    inner: isNested ? (change?.inner ?? info.inner ?? []) : undefined,
    path: isNested ? undefined : path,
    hasOwnFile: file !== undefined,
  };
}

/** The path that the index follows a file to, by its path in the open package. */
type Moved = (path: string) => string;

export function movesOf(files: readonly FileChange[]): Moved {
  const moves = new Map(
    files.flatMap((change) =>
      change.kind === 'rename' && belowTensors(change.to) !== undefined ? [[change.from, change.to]] : [],
    ),
  );
  return (path) => moves.get(path) ?? path;
}

/** What differs from the open package, as the draft's text has it. */
export function changesOf(now: DraftTensors, open: Package): TensorChanges {
  const known = tensorIndex(open.tensors);
  const left = new Set<string | undefined>();
  const tensors: TensorChange[] = [];
  for (const tensor of now.values()) {
    const { name, from, dtype, shape, inner, path, hasOwnFile } = tensor;
    left.add(from);
    const old = from === undefined ? undefined : known.get(from);
    const fields = old ? fieldsOf(tensor, old) : (['dtype', 'shape', 'inner'] as const);
    const file = hasOwnFile && path !== undefined ? belowTensors(path) : undefined;
    if (old && name === from && fields.length === 0 && file === undefined) continue;
    const all = { dtype, shape: inner ? undefined : shape, inner: inner ?? [] };
    tensors.push({ name, from, ...Object.fromEntries(fields.map((field) => [field, all[field]])), file });
  }
  const removed = open.tensors.flatMap(({ name }) => (left.has(name) ? [] : name));
  return { removed, tensors };
}

/** What a draft makes of tensors, without the parts of those that are listed. */
export function marksOf(now: DraftTensors, open: Package, files: readonly FileChange[]): TensorMark[] {
  const puts = new Set(files.flatMap((change) => (change.kind === 'put' ? change.path : [])));
  const known = tensorIndex(open.tensors);
  const marks: TensorMark[] = [];
  for (const tensor of now.values()) {
    const { name, from, path } = tensor;
    const old = from === undefined ? undefined : known.get(from);
    const isPut = path !== undefined && puts.has(path);
    const hasOthers = !old || isPut || fieldsOf(tensor, old).length > 0;
    const kind = !old ? 'added' : name !== from ? 'renamed' : hasOthers ? 'changed' : undefined;
    const files = [path, old?.data?.path].flatMap((file) => file ?? []);
    if (kind) marks.push({ kind, name, from, hasOthers, files });
  }
  const left = new Set([...now.values()].map(({ from }) => from));
  for (const { name, data } of open.tensors)
    if (!left.has(name))
      marks.push({ kind: 'removed', name, from: name, hasOthers: false, files: data ? [data.path] : [] });
  const parts = new Set(
    marks.flatMap(({ kind, name }) =>
      kind === 'added' ? (now.get(name)?.inner ?? []) : kind === 'removed' ? (known.get(name)?.inner ?? []) : [],
    ),
  );
  return marks.filter(({ kind, name }) => !((kind === 'added' || kind === 'removed') && parts.has(name)));
}
