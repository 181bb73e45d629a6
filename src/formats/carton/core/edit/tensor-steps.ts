import { grouped } from '../../../../base/amounts.ts';
import type { FileDigest } from '../../../../base/file-digest.ts';
import { isWellFormed, quote, visibleText } from '../../../../base/text.ts';
import { type Edit, editStep, type FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldValues, valueAt } from '../../../../model/edit/field.ts';
import { itemsOf } from '../../../../model/edit/list-steps.ts';
import type { TensorDrafts, TensorsBasis } from '../../../../model/tensor/tensor-acts.ts';
import type { TensorContents } from '../../../../tensor/contents/contents.ts';
import { MAX_EDITED_TENSORS, MAX_TENSOR_NAME } from '../limits.ts';
import { TENSOR_INDEX, TENSOR_PREFIX } from '../paths.ts';
import { CARTON_DTYPES } from '../read/dtypes.ts';
import { addItem, BINDING_TABLES, type CaseSide, setBinding } from './steps.ts';
import { TENSOR_CHANGES } from './tensor-changes.ts';
import { TensorDraft } from './tensor-draft.ts';

/** What people do to the tensors of a carton. */
export const CARTON_TENSORS: TensorDrafts = {
  dtypes: CARTON_DTYPES,

  problem({ values, files, open }) {
    if (!open.can.editTensors) return `Tensors cannot be changed: ${whyNot(open.cannot)}`;
    if (values === undefined) return 'Tensors can be changed once carton.toml is valid TOML.';
    if (files.some((change) => change.kind === 'put' && change.path === TENSOR_INDEX))
      return `${TENSOR_INDEX} is replaced by another file. Put it back, or save first.`;
    if (open.tensors.length > MAX_EDITED_TENSORS)
      return grouped`The tensor index is too long to be changed: it has more than ${MAX_EDITED_TENSORS} tensors.`;
    return undefined;
  },

  nameProblem(on, name) {
    if (name === '') return 'The name is missing.';
    if (!isWellFormed(name) || visibleText(name) !== name) return 'The name contains a character that nobody can see.';
    if (name.length > MAX_TENSOR_NAME) return grouped`The name is longer than ${MAX_TENSOR_NAME} characters.`;
    return new TensorDraft(on).get(name) ? 'Another tensor has this name.' : undefined;
  },

  freeName: (on, stem) => new TensorDraft(on).freeName(stem),

  usesOf(on, name) {
    const draft = new TensorDraft(on);
    const owners = draft.owners(name).map((owner) => `the nested tensor ${quote(owner)}`);
    return [...draft.uses(name).map(({ words }) => words), ...owners];
  },

  step(on, acts, name, digests) {
    const draft = new TensorDraft(on, digests);
    for (const act of acts) draft.make(act);
    return editStep(draft.step(name));
  },

  addCase(on, of, { inputs, outputs }, digests) {
    const list = of === 'example' ? 'example' : 'self_test';
    const values = on.values as FieldValues;
    const { name, edits } = addItem(values, list);
    const at = { list, index: itemsOf(values, list).length } as const;
    const bound = [
      ...inputs.map((value) => ({ ...at, side: 'input' as const, ...value })),
      ...outputs.map((value) => ({ ...at, side: 'output' as const, ...value })),
    ];
    return editStep(bindTensors(on, bound, name, { edits, ...(digests && { digests }) }));
  },

  changes: (on) =>
    on.files.length === 0 && (on.values as FieldValues)[TENSOR_CHANGES] === undefined
      ? []
      : new TensorDraft(on).marks(),

  putBack(on, mark) {
    const draft = new TensorDraft(on);
    return draft.putBack(mark)
      ? editStep(draft.step(`Put back the tensor ${quote(mark.from ?? mark.name)}`))
      : undefined;
  },
};

function whyNot({ edit, save }: { edit?: string; save?: string } = {}): string {
  return edit ?? save ?? `${TENSOR_INDEX} cannot be read.`;
}

/** Elements that become a value of a self-test or example. */
export interface BoundContents extends CaseSide {
  /** The input or output that it is a value of. The tensor is named after it: `image_0`. */
  readonly name: string;
  readonly contents: TensorContents;
}

/**
 * One step in which elements become values of self-tests and examples, each as a tensor named after its input or output.
 * A tensor that was such a value and nothing else is replaced, and removed where its name is another.
 *
 * @param edits of carton.toml that come first, such as those that add the example
 */
export function bindTensors(
  on: TensorsBasis,
  bound: readonly BoundContents[],
  name: string,
  { edits = [], digests }: { edits?: readonly Edit[]; digests?: ReadonlyMap<Blob, FileDigest> } = {},
): FieldStep {
  const draft = new TensorDraft(on, digests);
  draft.edit(edits);
  for (const { name: role, contents, ...of } of bound) {
    const old = valueAt(draft.values, [of.list, of.index, BINDING_TABLES[of.list][of.side], role]);
    const before =
      typeof old === 'string' && old.startsWith(TENSOR_PREFIX) ? old.slice(TENSOR_PREFIX.length) : undefined;
    const isAlone =
      before !== undefined &&
      draft.get(before) !== undefined &&
      draft.uses(before).length === 1 &&
      draft.owners(before).length === 0;
    const stays = isAlone && /^\d+$/.test(before.startsWith(`${role}_`) ? before.slice(role.length + 1) : '');
    const tensor = stays ? before : draft.freeName(role);
    draft.make({ kind: 'put', name: tensor, contents });
    draft.edit(setBinding(draft.values, of, role, TENSOR_PREFIX + tensor)?.edits ?? []);
    if (isAlone && !stays) draft.make({ kind: 'remove', name: before });
  }
  return draft.step(name);
}
