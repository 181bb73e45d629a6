import { type AST, parseTOML } from 'toml-eslint-parser';
import { encodeUtf8 } from '../../../base/bytes.ts';
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
  const value = parsed(text);
  if (!value) return undefined;
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  if (value.tensor === undefined) return `${text.slice(0, mark)}tensor = []${eol}${text.slice(mark)}`;
  if (!Array.isArray(value.tensor) || !value.tensor.every(isTable)) return undefined;
  const lacking = new Set(value.tensor.flatMap((tensor, i) => ('inner' in tensor ? [] : [i])));
  if (lacking.size === 0) return text;
  const body = text.slice(mark);
  let out = text.slice(0, mark);
  let from = 0;
  for (const { at, text: added } of insertions(body, lacking, eol)) {
    out += body.slice(from, at) + added;
    from = at;
  }
  out += body.slice(from);
  return isCompleted(value.tensor, parsed(out)?.tensor) ? out : undefined;
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

function parsed(text: string) {
  return parseToml(encodeUtf8(text), TENSOR_INDEX).value;
}

/** Where `inner = []` goes, in the text's order: after the last pair of each table. */
function insertions(text: string, lacking: ReadonlySet<number>, eol: string): Insertion[] {
  const found: Insertion[] = [];
  for (const item of parseTOML(text, { tomlVersion: '1.0' }).body[0].body) {
    if (item.type === 'TOMLTable') {
      const [name, index, ...more] = item.resolvedKey;
      if (name !== 'tensor' || typeof index !== 'number' || more.length > 0 || !lacking.has(index)) continue;
      found.push(afterLine(text, item.body.at(-1) ?? item, eol));
    } else if (item.value.type === 'TOMLArray' && isTensorKey(item.key)) {
      for (const [i, table] of item.value.elements.entries()) {
        if (table.type !== 'TOMLInlineTable' || !lacking.has(i)) continue;
        const last = table.body.at(-1);
        found.push(
          last ? { at: last.range[1], text: ', inner = []' } : { at: table.range[0] + 1, text: ' inner = [] ' },
        );
      }
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function isTensorKey({ keys }: AST.TOMLKey): boolean {
  const [key] = keys;
  return keys.length === 1 && key !== undefined && (key.type === 'TOMLBare' ? key.name : key.value) === 'tensor';
}

/** A line more, indented as the pair or header that it follows. */
function afterLine(text: string, { range: [start, end] }: { range: [number, number] }, eol: string): Insertion {
  const next = text.indexOf('\n', end);
  let at = next < 0 ? text.length : next;
  if (text[at - 1] === '\r') at--;
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start) + 1, start))?.[0] ?? '';
  return { at, text: `${eol}${indent}inner = []` };
}
