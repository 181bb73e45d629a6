import { quote } from '../../../../base/text.ts';
import type { DraftChange, DraftRebase } from '../../../../model/draft.ts';
import { editStep } from '../../../../model/edit/edit.ts';
import type { FieldValues } from '../../../../model/edit/field.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import { shapeText } from '../../../../tensor/shape.ts';
import { TENSOR_FOLDER } from '../paths.ts';
import {
  changesValue,
  TENSOR_CHANGES,
  type TensorChange,
  type TensorChanges,
  tensorChangesOf,
} from './tensor-changes.ts';

/**
 * Makes a draft's changes of tensors in another version of its carton. New tensors fit whose files are added, and whose
 * names are free. All else is about tensors of the first version, in whose place this one may have others.
 *
 * @param there the tensors of this version
 * @param added paths of the files that the draft adds to it
 */
export function rebaseTensors(
  now: FieldValues,
  onto: FieldValues,
  there: readonly TensorInfo[],
  added: ReadonlySet<string>,
): Pick<DraftRebase, 'fits' | 'misfits'> {
  const { removed, tensors } = tensorChangesOf(now);
  let made = tensorChangesOf(onto);
  const fresh = new Map(tensors.flatMap((each) => (each.from === undefined ? [[each.name, each]] : [])));
  const taken = new Set([...there, ...made.tensors].map(({ name }) => name));
  const isFree = ({ name, file }: TensorChange) =>
    !taken.has(name) && (file === undefined || added.has(TENSOR_FOLDER + file));
  const partsOf = ({ inner = [] }: TensorChange) => inner.map((part) => fresh.get(part));
  const parts = new Set([...fresh.values()].flatMap(({ inner = [] }) => inner));
  const whole = [...fresh.values()].filter(({ name }) => !parts.has(name));
  const isFit = (each: TensorChange) => [each, ...partsOf(each)].every((part) => part && isFree(part));
  const fits = whole.filter(isFit).map((each) => {
    const change = inWords(each.name, 'added', each);
    made = { ...made, tensors: [...made.tensors, ...(partsOf(each) as TensorChange[]), each] };
    return { change, step: setStep(`Apply ${change.label} of the draft`, made) };
  });
  const changed = tensors.flatMap((each) => (each.from === undefined ? [] : inWords(each.from, 'changed', each)));
  const unfit = whole.filter((each) => !isFit(each)).map((each) => inWords(each.name, 'added', each));
  const gone = removed.map((name) => inWords(name, 'removed'));
  const found = new Map(there.map((info) => [`Tensor ${quote(info.name)}`, told(info)]));
  return {
    fits,
    misfits: [...unfit, ...changed, ...gone].map((change) => ({ change, found: found.get(change.label) })),
  };
}

function setStep(name: string, made: TensorChanges) {
  const value = changesValue(made) ?? {};
  return editStep({ name, edits: [{ kind: 'set', path: [TENSOR_CHANGES], value }] });
}

function inWords(name: string, kind: DraftChange['kind'], now?: TensorChange): DraftChange {
  const after = now && (now.from !== undefined && now.name !== now.from ? `renamed ${now.name}` : told(now));
  return { key: `tensor ${name}`, label: `Tensor ${quote(name)}`, kind, ...(after !== undefined && { after }) };
}

function told({ dtype, shape, inner }: Pick<TensorChange, 'dtype' | 'shape' | 'inner'>): string {
  if (inner && inner.length > 0) return `nested, of ${inner.length}`;
  const parts = [dtype, shape && shapeText(shape)].filter((part) => part !== undefined);
  return parts.length === 0 ? 'other elements' : parts.join(' ');
}
