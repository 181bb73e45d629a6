import type { Edit } from '../../../../model/edit/edit.ts';
import { type FieldValue, isTable } from '../../../../model/edit/field.ts';
import { type EditableToml, TomlText } from '../../../../toml/toml-text.ts';
import type { TensorChange, TensorChanges } from '../edit/tensor-changes.ts';
import { INDEX_TOML } from '../read/tensor-index.ts';
import type { PlanNotes } from './plan-notes.ts';

/** The index for the TOML editor. Its keys are in the format document's order. */
const EDITABLE_INDEX: EditableToml<undefined> = {
  ...INDEX_TOML,
  order: {
    keys: ({ length }) => (length === 2 ? ['name', 'dtype', 'shape', 'file', 'inner'] : []),
    hasHeader: () => true,
  },
  judge: () => undefined,
};

/**
 * Makes the changes of tensors in the text of tensor_data/index.toml. Every byte that they do not touch stays: comments,
 * order, unknown fields, and tables that nobody can read. A tensor that the index does not have, or has already, is left
 * out, and `notes` says so: another index may be in its place. Undefined where the text is not TOML with a list of
 * tensors. Throws as `TomlText.edited`.
 */
export function changedIndex(text: string, changes: TensorChanges, notes: PlanNotes): string | undefined {
  const before = new TomlText(text, EDITABLE_INDEX);
  const values = before.values();
  const list = values?.tensor ?? [];
  if (!values || !Array.isArray(list)) return undefined;
  const edits = indexEdits(list, changes, notes);
  return edits.length === 0 ? text : before.edited(edits).text;
}

/** The edits of the list `tensor`. Of two tables with one name, the first is the tensor. */
function indexEdits(list: readonly FieldValue[], { removed, tensors }: TensorChanges, notes: PlanNotes): Edit[] {
  const at = new Map<unknown, number>();
  for (const [index, item] of list.entries()) if (isTable(item) && !at.has(item.name)) at.set(item.name, index);
  const lost = [...removed, ...tensors.map(({ from }) => from)].filter((name) => name !== undefined && !at.has(name));
  notes.tell(lost as string[], 'is not in the tensor index. It stays as it is.');
  const set = tensors.flatMap((change): Edit[] => {
    const index = at.get(change.from);
    if (change.from === undefined || index === undefined) return [];
    const fields = Object.entries(fieldsOf(change)).map(
      ([key, value]): Edit => ({ kind: 'set', path: ['tensor', index, key], value }),
    );
    const isNested = change.dtype === 'nested';
    const gone = isNested ? ['shape', 'file'].filter((key) => valueIn(list[index], key)) : [];
    return [...fields, ...gone.map((key): Edit => ({ kind: 'remove', path: ['tensor', index, key] }))];
  });
  const gone = new Set(removed.flatMap((name) => at.get(name) ?? []));
  const moved = new Set(tensors.map(({ from }) => from));
  const isTaken = ({ name }: TensorChange) => at.has(name) && !gone.has(at.get(name) as number) && !moved.has(name);
  const added = tensors.filter(({ from }) => from === undefined);
  notes.tell(
    added.filter(isTaken).map(({ name }) => name),
    'is not added: the tensor index has another tensor of this name.',
  );
  const made = added.filter((change) => !isTaken(change)).map(fieldsOf);
  // Set as a whole, an empty list gets tables with headers.
  if (list.length === 0) return made.length === 0 ? [] : [{ kind: 'set', path: ['tensor'], value: made }];
  // From the end, so that the indices of the others stay. Added first: a list that loses its last table would go.
  return [
    ...set,
    ...made.map((value, n): Edit => ({ kind: 'insert', path: ['tensor'], at: list.length + n, value })),
    ...[...gone].sort((a, b) => b - a).map((index): Edit => ({ kind: 'remove', path: ['tensor', index] })),
  ];
}

function valueIn(item: FieldValue | undefined, key: string): boolean {
  return isTable(item) && Object.hasOwn(item, key);
}

/** The fields of a tensor's table that a change gives. `inner` is there even where it is empty: the reference asks for it. */
function fieldsOf({ name, from, dtype, shape, file, inner }: TensorChange): { [key: string]: FieldValue } {
  const fields: { [key: string]: FieldValue | undefined } = {
    name,
    dtype,
    shape: shape && [...shape],
    file,
    inner: inner ? [...inner] : from === undefined ? [] : undefined,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
