import { pacer } from '../../codec/pause.ts';
import type { TensorReader } from '../values.ts';
import { partCount, partValues, type TensorPart } from './part.ts';
import type { ExportOptions } from './tensor-file.ts';
import { TextWriter } from './text-writer.ts';
import { isTextDtype, numberText, type WriteValue } from './value-text.ts';

/**
 * A part of a tensor as JSON: lists nested as its axes are, and of no axes the value itself. Numbers have all their
 * digits, also integers beyond 2^53. What JSON has no number for (NaN, Infinity, a complex number) is a string. Rejects
 * as `partValues`.
 */
export async function* jsonBytes(
  reader: TensorReader,
  part: TensorPart,
  { signal, onElements }: ExportOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const sizes = part.axes.map(({ count }) => count);
  const writer = new TextWriter();
  if (partCount(part) === 0) {
    writer.ascii(`${JSON.stringify(emptyLists(sizes))}\n`);
    yield writer.take();
    return;
  }
  const write = valueText(reader.dtype);
  const pace = pacer();
  /** Elements of the lists at each depth, the innermost first: where one of them ends, so does its list. */
  const spans = sizes.toReversed().map(
    (
      (span) => (size: number) =>
        (span *= size)
    )(1),
  );
  const total = partCount(part);
  writer.ascii('['.repeat(sizes.length));
  let done = 0;
  for await (const values of partValues(reader, part, signal)) {
    for (let at = 0; at < values.length; at++) {
      write(writer, values, at);
      done++;
      let ended = 0;
      while (ended < spans.length && done % (spans[ended] as number) === 0) ended++;
      if (ended > 0) writer.ascii(']'.repeat(ended));
      if (done < total) {
        writer.ascii(',');
        if (ended > 0) writer.ascii(`\n${'['.repeat(ended)}`);
      }
      if (!writer.isFull) continue;
      yield writer.take();
      const pause = pace();
      if (pause) await pause;
    }
    onElements?.(values.length);
  }
  writer.ascii('\n');
  yield writer.take();
}

/** Empty lists that are written at most. A shape can state a billion of them, and none of them says anything. */
const MAX_EMPTY_LISTS = 2 ** 20;

/** Nested lists of sizes of which one is 0, or no list in a list where they would be too many. */
function emptyLists(sizes: readonly number[]): unknown[] {
  const outer = sizes.slice(0, sizes.indexOf(0));
  if (outer.reduce((product, size) => product * size, 1) > MAX_EMPTY_LISTS) return [];
  const nested = ([size, ...inner]: readonly number[]): unknown[] =>
    size === undefined ? [] : Array.from({ length: size }, () => nested(inner));
  return nested(outer);
}

function valueText(dtype: string): WriteValue {
  if (isTextDtype(dtype)) return (writer, values, at) => writer.text(JSON.stringify(values[at]));
  const asNumber = numberText(dtype);
  return (writer, values, at) => {
    const value = values[at];
    // Python would read "-0" as a whole number, which has no sign.
    if (Object.is(value, -0)) writer.ascii('-0.0');
    else if (typeof value !== 'number' || Number.isFinite(value)) asNumber(writer, values, at);
    else writer.ascii(`"${value}"`);
  };
}
