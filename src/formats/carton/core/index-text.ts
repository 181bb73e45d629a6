import { isTable, sameValue } from '../../../model/field.ts';
import { lastOf, linesAfter } from '../../../toml/block.ts';
import { type Layout, layoutOf, nodeAt } from '../../../toml/layout.ts';
import { applySplices, indentAt, type TextSplice } from '../../../toml/lines.ts';
import { insertPairs } from '../../../toml/list.ts';
import { parseToml, type TomlTable } from '../../../toml/parser.ts';
import { Style } from '../../../toml/style.ts';
import { INDEX_TOML } from './tensor-index.ts';

/** The index of a carton without tensors, as the reference's packer writes it. */
export const EMPTY_INDEX = 'tensor = []\n';

/**
 * Completes the text of tensor_data/index.toml with what the reference reader requires and the format document does not
 * name: the list `tensor`, even if empty, and `inner` in each of its tables. Everything else stays, and a complete text
 * stays the same. Undefined where the text is not TOML, or where its `tensor` is not a list of tables.
 */
export function completeIndex(text: string): string | undefined {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const { value } = parseToml(text, INDEX_TOML);
  // Most indexes are complete, and the tree of a long one takes seconds.
  if (Array.isArray(value?.tensor) && value.tensor.every((tensor) => isTable(tensor) && 'inner' in tensor)) return text;
  let read: Layout | undefined;
  parseToml(text, INDEX_TOML, {
    onTree: (tree, body, offset) => {
      read = layoutOf(tree, body, offset);
    },
  });
  const layout = read as Layout | undefined;
  if (!value || !layout) return undefined;
  const { tensor: tensors } = value;
  if (tensors === undefined) return `${mark}tensor = []${layout.eol}${layout.text}`;
  if (!Array.isArray(tensors) || !tensors.every(isTable)) return undefined;
  // All at once: there may be thousands of tensors, and each single edit would lay the text out anew.
  const splices = tensors.flatMap((tensor, i) => ('inner' in tensor ? [] : withInner(layout, i)));
  if (splices.length === 0) return text;
  const out = applySplices(layout.text, splices);
  return out !== undefined && isCompleted(tensors, parseToml(mark + out, INDEX_TOML).value?.tensor)
    ? mark + out
    : undefined;
}

/** Adds `inner = []` at the end of a tensor's own fields. */
function withInner(layout: Layout, index: number): TextSplice[] {
  const node = nodeAt(layout, ['tensor', index]);
  if (node?.value?.kind === 'table') {
    const { pairs } = node.value;
    const style = new Style(layout.text, [() => ({ pairs })]);
    return insertPairs(layout.text, node.value, pairs.length, [`inner${style.equals}[]`], style);
  }
  const { section } = node ?? {};
  const last = section && lastOf(section);
  if (!last) return [];
  const { equals } = new Style(layout.text, [() => section]);
  return [linesAfter(layout, last, indentAt(layout.text, last.start), [`inner${equals}[]`])];
}

/** Whether `after` is `before` with an empty list `inner` in each table that had none. */
function isCompleted(before: readonly TomlTable[], after: unknown): boolean {
  if (!Array.isArray(after) || after.length !== before.length) return false;
  return before.every((tensor, i) => sameValue('inner' in tensor ? tensor : { ...tensor, inner: [] }, after[i]));
}
