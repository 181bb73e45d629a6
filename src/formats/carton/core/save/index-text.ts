import { type FieldPath, isTable, sameValue } from '../../../../model/edit/field.ts';
import { lastOf, linesAfter } from '../../../../toml/block.ts';
import { type Layout, lineEndOf, nodeAt } from '../../../../toml/layout.ts';
import { applySplices, indentAt, type TextSplice } from '../../../../toml/lines.ts';
import { insertPairs } from '../../../../toml/list.ts';
import { parseToml, type TomlTable } from '../../../../toml/parser.ts';
import { itemStarts } from '../../../../toml/places.ts';
import { scanToml } from '../../../../toml/scan.ts';
import { rewriteString } from '../../../../toml/string.ts';
import { Style } from '../../../../toml/style.ts';
import { MAX_INDEX_VALUES } from '../limits.ts';
import { INDEX_TOML } from '../read/tensor-index.ts';

/** The index of a carton without tensors, as the reference's packer writes it. */
export const EMPTY_INDEX = 'tensor = []\n';

/**
 * Completes the text of tensor_data/index.toml with what the reference reader requires and the format document does not
 * name: the list `tensor`, even if empty, and `inner` in each of its tables. Lets the `file` of tensors follow renamed
 * files. Everything else stays byte for byte, and a text that lacks nothing stays the same. Undefined where the text is
 * not TOML, where its `tensor` is not a list of tables, and where it has more values than edits can find
 * (`MAX_TOML_VALUES`, or `MAX_INDEX_VALUES` of a text without inline tables).
 *
 * @param moves new paths of files of `tensor_data/` by their old ones, both below the folder as `file` has them
 */
export function completeIndex(text: string, moves: ReadonlyMap<string, string> = NO_MOVES): string | undefined {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const { value } = parseToml(text, INDEX_TOML);
  const tensors = value?.tensor ?? [];
  if (!value || !Array.isArray(tensors) || !tensors.every(isTable)) return undefined;
  const body = text.slice(mark.length);
  if (value.tensor === undefined) return `${mark}tensor = []${lineEndOf(body)}${body}`;
  const meant = tensors.map((tensor) => completed(tensor, moves));
  if (meant.every((tensor, i) => tensor === tensors[i])) return text;
  const partOf = tensorParts(body, tensors.length);
  // All at once: there may be thousands of tensors, and each single edit would parse the text again.
  const splices: TextSplice[] = [];
  for (const [i, tensor] of tensors.entries()) {
    if (meant[i] === tensor) continue;
    const part = partOf(i);
    if (!part) return undefined;
    const { layout, at, start } = part;
    const made = [
      ...('inner' in tensor ? [] : withInner(layout, at)),
      ...(meant[i]?.file === tensor.file ? [] : withFile(layout, at, meant[i]?.file as string)),
    ];
    splices.push(...made.map((splice) => ({ ...splice, start: start + splice.start, end: start + splice.end })));
  }
  const out = applySplices(body, splices);
  if (out === undefined) return undefined;
  const after = parseToml(mark + out, INDEX_TOML).value;
  return after && sameValue(after, { ...value, tensor: meant }) ? mark + out : undefined;
}

const NO_MOVES: ReadonlyMap<string, string> = new Map();

/** What a tensor's table should say. The same object if it already does. */
function completed(tensor: TomlTable, moves: ReadonlyMap<string, string>): TomlTable {
  const file = typeof tensor.file === 'string' ? moves.get(tensor.file) : undefined;
  if (file === undefined && 'inner' in tensor) return tensor;
  return { ...tensor, ...('inner' in tensor ? {} : { inner: [] }), ...(file === undefined ? {} : { file }) };
}

/** A piece of the index that has a whole tensor, its layout, and where the tensor is in it. */
interface TensorPart {
  readonly layout: Layout;
  readonly at: FieldPath;
  /** Where the piece begins in the text. */
  readonly start: number;
}

/**
 * Lays out tensors of an index. Of most texts, each tensor is laid out alone: the tree of a long text takes seconds,
 * and that of more than `MAX_TOML_VALUES` too much memory. Gives undefined where the text is too large.
 *
 * @param text TOML, without a byte-order mark
 */
function tensorParts(text: string, count: number): (index: number) => TensorPart | undefined {
  const { plain, items } = scanToml(text, MAX_INDEX_VALUES);
  const starts = itemStarts(text, items).get('tensor') ?? [];
  // Only the whole text can be laid out.
  if (!plain || starts.length !== count) {
    const layout = parseToml(text, INDEX_TOML).layout();
    return (index) => layout && { layout, at: ['tensor', index], start: 0 };
  }
  const eol = lineEndOf(text);
  const ends = new Map(items.map((start, i) => [start, items[i + 1] ?? text.length]));
  return (index) => {
    const start = starts[index] as number;
    const layout = parseToml(text.slice(start, ends.get(start)), INDEX_TOML).layout();
    return layout && { layout: { ...layout, eol }, at: ['tensor', 0], start };
  };
}

/** Replaces the text of a tensor's `file`, and keeps its quotes. */
function withFile(layout: Layout, at: FieldPath, file: string): TextSplice[] {
  const { value } = nodeAt(layout, [...at, 'file']) ?? {};
  if (!value) return [];
  const { start, end } = value;
  const style = new Style(layout.text, []);
  const context = { eol: layout.eol, inline: true, style };
  return [{ start, end, text: rewriteString(layout.text.slice(start, end), file, context) }];
}

/** Adds `inner = []` at the end of a tensor's own fields. */
function withInner(layout: Layout, at: FieldPath): TextSplice[] {
  const node = nodeAt(layout, at);
  if (node?.value?.kind === 'table') {
    const { pairs } = node.value;
    const style = new Style(layout.text, [() => ({ pairs })]);
    return insertPairs(layout.text, node.value, pairs.length, [`inner${style.equals}[]`], style);
  }
  const { section } = node ?? {};
  const last = section && lastOf(section);
  if (!last) return [];
  const { equals } = new Style(layout.text, [() => section]);
  return [linesAfter(layout, last, [`${indentAt(layout.text, last.start)}inner${equals}[]`])];
}
