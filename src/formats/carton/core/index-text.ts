import type { AST } from 'toml-eslint-parser';
import { TENSOR_INDEX } from './tensor-index.ts';
import { isTable, parseToml, type TomlTable } from './toml.ts';

/** The index of a carton without tensors, as the reference's packer writes it. */
export const EMPTY_INDEX = 'tensor = []\n';

/** Text that is put into another one. */
interface Insertion {
  at: number;
  text: string;
}

/**
 * The text of tensor_data/index.toml with what the reference reader requires and the format document does not name: the list `tensor`, also
 * where it is empty, and `inner` in each of its tables. Nothing else of it changes; the same text where it has all that. Undefined where it
 * cannot be completed, as it is no TOML or holds something else as `tensor`.
 */
export function completeIndex(text: string): string | undefined {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  let places: TensorPlaces = new Map();
  const { value } = parseToml(text, TENSOR_INDEX, undefined, {
    onTree: (tree, body, offset) => {
      places = placesOf(tree, body, offset, eol);
    },
  });
  if (!value) return undefined;
  const { tensor: tensors } = value;
  if (tensors === undefined) return `${text.slice(0, mark)}tensor = []${eol}${text.slice(mark)}`;
  if (!Array.isArray(tensors) || !tensors.every(isTable)) return undefined;
  let out = text.slice(0, mark);
  let from = mark;
  for (const [i, { at, text: added }] of places) {
    if ('inner' in (tensors[i] ?? {})) continue;
    out += text.slice(from, at + mark) + added;
    from = at + mark;
  }
  if (from === mark) return text;
  out += text.slice(from);
  return isCompleted(tensors, parseToml(out, TENSOR_INDEX).value?.tensor) ? out : undefined;
}

/** Whether `after` is `before` with an empty list `inner` in each table that had none. */
function isCompleted(before: readonly TomlTable[], after: unknown): boolean {
  if (!Array.isArray(after) || after.length !== before.length) return false;
  return before.every((tensor, i) => {
    const { ...fields } = after[i] as TomlTable;
    if (!('inner' in tensor) && Array.isArray(fields.inner) && fields.inner.length === 0) delete fields.inner;
    return isSame(tensor, fields);
  });
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (isTable(a)) {
    const keys = Object.keys(a);
    return isTable(b) && keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
  }
  if (a instanceof Date) return b instanceof Date && a.toString() === b.toString();
  return Object.is(a, b);
}

/** By number of the tensor, in the text's order: where `inner = []` would go in its table, after the last pair. */
type TensorPlaces = Map<number, Insertion>;

function placesOf(tree: AST.TOMLProgram, text: string, offset: (at: number) => number, eol: string): TensorPlaces {
  const places: TensorPlaces = new Map();
  for (const item of tree.body[0].body) {
    if (item.type === 'TOMLTable') {
      const [name, index, ...more] = item.resolvedKey;
      if (name !== 'tensor' || typeof index !== 'number' || more.length > 0) continue;
      const [start, end] = (item.body.at(-1) ?? item).range;
      places.set(index, afterLine(text, offset(start), offset(end), eol));
    } else if (item.value.type === 'TOMLArray' && isTensorKey(item.key)) {
      for (const [i, table] of item.value.elements.entries()) {
        if (table.type !== 'TOMLInlineTable') continue;
        const last = table.body.at(-1);
        const inside = { at: offset(table.range[0]) + 1, text: ' inner = [] ' };
        places.set(i, last ? { at: offset(last.range[1]), text: ', inner = []' } : inside);
      }
    }
  }
  return places;
}

function isTensorKey({ keys }: AST.TOMLKey): boolean {
  const [key] = keys;
  return keys.length === 1 && key !== undefined && (key.type === 'TOMLBare' ? key.name : key.value) === 'tensor';
}

/** A line more, indented as the pair or header that it follows. */
function afterLine(text: string, start: number, end: number, eol: string): Insertion {
  const next = text.indexOf('\n', end);
  let at = next < 0 ? text.length : next;
  if (text[at - 1] === '\r') at--;
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start) + 1, start))?.[0] ?? '';
  return { at, text: `${eol}${indent}inner = []` };
}
