import { quote } from '../../../base/text.ts';
import type { DraftChange } from '../../../model/draft.ts';
import { entryDrafts } from '../../../model/edit/entry-changes.ts';
import type { FieldPath } from '../../../model/edit/field.ts';
import { METADATA_KEY } from './header.ts';
import { KEEP_KEY, RENAME_KEY } from './header-edit.ts';

function label([table, key]: FieldPath): string {
  if (table === KEEP_KEY) return 'Tensors to save';
  return `${table === RENAME_KEY ? 'Tensor' : 'Metadata'} ${quote(String(key))}`;
}

/** A change of a tensor as people see it: its name before and after, and “all” if every tensor is saved. */
function reword(change: DraftChange): DraftChange {
  const { item, key, before, after } = change;
  if (item === KEEP_KEY) return { ...change, kind: 'changed', before: before ?? 'all', after: after ?? 'all' };
  if (item !== RENAME_KEY) return change;
  const name = key.slice(key.indexOf('\0') + 1);
  return { ...change, kind: 'renamed', before: before ?? name, after: after ?? name };
}

/** What the page asks about the draft of a header. */
export const drafts = entryDrafts({ label, reword, added: { table: METADATA_KEY, initial: '' } });
