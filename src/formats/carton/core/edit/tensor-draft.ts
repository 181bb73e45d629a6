import { InternalError } from '../../../../base/errors.ts';
import type { FileDigest } from '../../../../base/file-digest.ts';
import { quote } from '../../../../base/text.ts';
import type { FileChange } from '../../../../model/draft.ts';
import { applyEdits, type Edit, type FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldValues, sameValue } from '../../../../model/edit/field.ts';
import {
  type IsThere,
  isThereAfter,
  isThereIn,
  putBack as putBackFile,
  withFileChange,
} from '../../../../model/file/file-changes.ts';
import { savedName } from '../../../../model/file/file-name.ts';
import { TakenNames } from '../../../../model/file/name-problem.ts';
import type { Package, TensorInfo } from '../../../../model/package.ts';
import type { TensorAct, TensorMark, TensorsBasis } from '../../../../model/tensor/tensor-acts.ts';
import { tensorIndex } from '../../../../model/tensor/tensor-size.ts';
import type { FlatContents, NestedContents, TensorContents } from '../../../../tensor/contents/contents.ts';
import { elementCount, type Shape } from '../../../../tensor/shape.ts';
import { belowTensors, TENSOR_FOLDER, TENSOR_PREFIX } from '../paths.ts';
import { changesOf, type DraftTensor, draftTensor, marksOf, movesOf, tensorsOf } from './draft-tensors.ts';
import { type BoundValue, boundValues } from './file-references.ts';
import { freePath } from './misc-files.ts';
import { removeBinding } from './steps.ts';
import { changesValue, TENSOR_CHANGES } from './tensor-changes.ts';
import { tensorEnding, tensorFile } from './tensor-file.ts';

/**
 * The tensors of a draft, while acts change them, together with the files of their elements and what refers to them in
 * carton.toml. A file that another tensor or a symlink leads to, too, is never changed: the tensor gets one of its own.
 */
export class TensorDraft {
  readonly #open: Package;
  readonly #isThere: IsThere;
  readonly #before: FieldValues;
  /** By name: those of the open package in its order, then the new ones. */
  #tensors: Map<string, DraftTensor>;
  #values: FieldValues;
  #files: readonly FileChange[];
  #edits: Edit[] = [];
  readonly #digests: ReadonlyMap<Blob, FileDigest>;

  /** @param digests of contents, by their Blobs */
  constructor({ values, files, open }: TensorsBasis, digests: ReadonlyMap<Blob, FileDigest> = NO_DIGESTS) {
    this.#open = open;
    this.#isThere = isThereIn(open.files);
    this.#before = values as FieldValues;
    this.#values = this.#before;
    this.#files = files;
    this.#digests = digests;
    this.#tensors = tensorsOf(open, this.#before, files);
  }

  get(name: string): DraftTensor | undefined {
    return this.#tensors.get(name);
  }

  /** The values of self-tests and examples that are a tensor. */
  uses(name: string): BoundValue[] {
    return [...boundValues(this.#values)].filter(({ value }) => value === TENSOR_PREFIX + name);
  }

  /** The nested tensors that it is a part of. */
  owners(name: string): string[] {
    return [...this.#tensors.values()].filter(({ inner }) => inner?.includes(name)).map((owner) => owner.name);
  }

  /** `stem_0`, or with the next number that no tensor has, neither in the open package nor in the draft. */
  freeName(stem: string, from = 0): string {
    const known = tensorIndex(this.#open.tensors);
    let number = from;
    while (this.#tensors.has(`${stem}_${number}`) || known.has(`${stem}_${number}`)) number++;
    return `${stem}_${number}`;
  }

  /** Makes edits of carton.toml in the same step. They must fit the values as they are by then. */
  edit(edits: readonly Edit[]): void {
    this.#values = applyEdits(this.#values, edits);
    this.#edits.push(...edits);
  }

  get values(): FieldValues {
    return this.#values;
  }

  /** Throws `internal/bug` for an act that does not fit, and as `tensorFile`. */
  make(act: TensorAct): void {
    if (act.kind === 'put') this.#put(act.name, act.contents);
    else if (act.kind === 'reshape') this.#reshape(this.#required(act.name), act.shape);
    else if (act.kind === 'remove') this.#remove(this.#required(act.name));
    else if (act.kind === 'rename') this.#rename(this.#required(act.name), act.to);
    else this.#duplicate(this.#required(act.name), act.to);
  }

  /** What was made, as one step. */
  step(name: string): FieldStep {
    const before = this.#before[TENSOR_CHANGES];
    const value = changesValue(changesOf(this.#tensors, this.#open));
    const path = [TENSOR_CHANGES];
    const edits = [...this.#edits];
    if (value !== undefined && !sameValue(value, before)) edits.push({ kind: 'set', path, value });
    else if (value === undefined && before !== undefined) edits.push({ kind: 'remove', path });
    return { name, edits, files: this.#files };
  }

  /** What the draft makes of tensors, without the parts of those that are listed. */
  marks(): TensorMark[] {
    return marksOf(this.#tensors, this.#open, this.#files);
  }

  /**
   * Takes back what the draft makes of a tensor, and of its parts where these were added or removed with it. Whether it
   * could: another one may have its name or file by now. References that were removed with it stay removed.
   */
  putBack({ kind, name, from }: TensorMark): boolean {
    const old = from === undefined ? undefined : tensorIndex(this.#open.tensors).get(from);
    if (kind === 'added' || !old) {
      this.#remove(this.#required(name));
      return true;
    }
    const now = kind === 'removed' ? undefined : this.#required(name);
    if (old.name !== now?.name && this.#tensors.has(old.name)) return false;
    if (now && now.name !== old.name) this.#rename(now, old.name);
    const restored = [old, ...(old.inner ?? []).flatMap((part) => tensorIndex(this.#open.tensors).get(part) ?? [])];
    for (const each of restored) if (!this.#restore(each)) return false;
    for (const part of now?.inner ?? []) if (!old.inner?.includes(part)) this.#drop(part);
    return true;
  }

  #restore(old: TensorInfo): boolean {
    const now = this.#tensors.get(old.name);
    if (now && now.from !== old.name) return false;
    const path = old.data?.path;
    const stays = path === undefined || isThereAfter(this.#files, this.#isThere)(path);
    const isMoved = path !== undefined && movesOf(this.#files)(path) !== path;
    if (path !== undefined && !isMoved) {
      const isPut = this.#files.some((change) => change.kind === 'put' && change.path === path);
      if (isPut || !stays) {
        const others = [...this.#tensors.values()].filter((each) => each.path === path && each !== now);
        if (others.length > 0) return false;
        const files = putBackFile(this.#files, path, this.#isThere);
        if (!files) return false;
        this.#files = files;
      }
    }
    this.#set(draftTensor(old, undefined, movesOf(this.#files)));
    if (now?.path !== undefined) this.#release(now.path);
    return true;
  }

  #put(name: string, contents: TensorContents): void {
    const old = this.#tensors.get(name);
    if (contents.dtype === 'nested') this.#putNested(name, old, contents);
    else this.#putFlat(name, old, contents);
  }

  #putFlat(name: string, old: DraftTensor | undefined, contents: FlatContents): void {
    const { dtype, shape } = contents;
    const blob = tensorFile(name, contents);
    const path = this.#placeFor(name, old, tensorEnding(dtype));
    const privateFiles = 'privateFiles' in contents ? contents.privateFiles : undefined;
    const digest = this.#digests.get(blob);
    this.#change({ kind: 'put', path, blob, ...(digest && { digest }), ...(privateFiles && { privateFiles }) });
    this.#set({ name, from: old?.from, dtype, shape, inner: undefined, path, hasOwnFile: true });
    for (const part of old?.inner ?? []) this.#drop(part);
    if (old?.path !== undefined) this.#release(old.path);
  }

  /** Gives the parts to those of a nested tensor that has the name, as far as they go. */
  #putNested(name: string, old: DraftTensor | undefined, { inner }: NestedContents): void {
    const parts: string[] = [];
    for (const [at, part] of inner.entries()) {
      const known = old?.inner?.[at];
      const own = known !== undefined && !parts.includes(known) ? known : this.freeName(name, at);
      this.#putFlat(own, this.#tensors.get(own), part);
      parts.push(own);
    }
    const from = old?.from;
    this.#set({ name, from, dtype: 'nested', shape: [], inner: parts, path: undefined, hasOwnFile: false });
    for (const part of old?.inner ?? []) if (!parts.includes(part)) this.#drop(part);
    if (old?.path !== undefined) this.#release(old.path);
  }

  #reshape(tensor: DraftTensor, shape: Shape): void {
    if (tensor.inner || elementCount(shape) !== elementCount(tensor.shape)) throw misfit(tensor.name);
    this.#set({ ...tensor, shape });
  }

  #rename(tensor: DraftTensor, to: string): void {
    const { name } = tensor;
    if (to === name) return;
    if (this.#tensors.has(to)) throw misfit(to);
    const called = (part: string) => (part === name ? to : part);
    const renamed = [...this.#tensors.values()].map((each): DraftTensor => {
      if (each === tensor) return { ...each, name: to };
      return each.inner?.includes(name) ? { ...each, inner: each.inner.map(called) } : each;
    });
    this.#tensors = new Map(renamed.map((each) => [each.name, each]));
    this.edit(this.uses(name).map(({ at }): Edit => ({ kind: 'set', path: at, value: TENSOR_PREFIX + to })));
  }

  /** The elements are those of the same file, until one of both gets others. */
  #duplicate(tensor: DraftTensor, to: string): void {
    if (this.#tensors.has(to) || (tensor.path === undefined && !tensor.inner)) throw misfit(to);
    const inner = tensor.inner?.map((part, at) => {
      const copy = this.freeName(to, at);
      this.#duplicate(this.#required(part), copy);
      return copy;
    });
    this.#set({ ...tensor, name: to, from: undefined, inner, hasOwnFile: tensor.path !== undefined });
  }

  #remove({ name, inner, path }: DraftTensor): void {
    for (const use of this.uses(name)) this.edit(removeBinding(this.#values, use, use.name).edits);
    for (const owner of this.owners(name)) {
      const nested = this.#required(owner);
      this.#set({ ...nested, inner: nested.inner?.filter((part) => part !== name) });
    }
    this.#tensors.delete(name);
    if (path !== undefined) this.#release(path);
    for (const part of inner ?? []) this.#drop(part);
  }

  /** Removes what was a part of a tensor, unless something else refers to it. */
  #drop(name: string): void {
    const part = this.#tensors.get(name);
    if (part && this.owners(name).length === 0 && this.uses(name).length === 0) this.#remove(part);
  }

  /** A path for a tensor's file: its own, where nothing else leads to it, or a new one. */
  #placeFor(name: string, old: DraftTensor | undefined, ending: string): string {
    const { path = '' } = old ?? {};
    const isOwn = path.endsWith(ending) && belowTensors(path) !== undefined;
    if (isOwn && isThereAfter(this.#files, this.#isThere)(path) && !this.#isShared(path, name)) return path;
    // Also of files that were removed: what refers to such a path would lead to the new file.
    const taken = [
      ...this.#open.files.map((file) => file.path),
      ...this.#files.flatMap((change) =>
        change.kind === 'rename' ? change.to : change.kind === 'put' ? change.path : [],
      ),
    ];
    return freePath(TENSOR_FOLDER, `${savedName(`${name}.`).replace(/\.+$/, '')}${ending}`, new TakenNames(taken));
  }

  /** Whether another tensor or a symlink leads to a file. */
  #isShared(path: string, name: string): boolean {
    const others = [...this.#tensors.values()].some((tensor) => tensor.path === path && tensor.name !== name);
    return others || this.#open.files.some(({ target }) => target === path);
  }

  /** Removes a file that no tensor has any more. */
  #release(path: string): void {
    const isFree = belowTensors(path) !== undefined && isThereAfter(this.#files, this.#isThere)(path);
    if (isFree && !this.#isShared(path, '') && ![...this.#tensors.values()].some((tensor) => tensor.path === path))
      this.#change({ kind: 'remove', path });
  }

  #change(change: FileChange): void {
    this.#files = withFileChange(this.#files, change, this.#isThere);
  }

  #set(tensor: DraftTensor): void {
    this.#tensors.set(tensor.name, tensor);
  }

  #required(name: string): DraftTensor {
    const tensor = this.#tensors.get(name);
    if (!tensor) throw misfit(name);
    return tensor;
  }
}

const NO_DIGESTS: ReadonlyMap<Blob, FileDigest> = new Map();

function misfit(name: string): InternalError {
  return new InternalError('internal/bug', `Boxcutter tried to change the tensor ${quote(name)}, which does not fit.`);
}
